"""Labels left after the usual mistakes, on four examples of 44 words."""

from data import IGNORE, examples

PAD, END, WIDTH = 0, 1, 48


def left(mistake):
    kept = []
    for prompt, answer in examples(4):
        pad = [PAD] * (WIDTH - len(prompt) - len(answer))
        ids = prompt + answer
        row = pad + ids if mistake == "pad left" else ids + pad
        start = 0 if mistake == "pad left" else len(prompt)
        if mistake == "pad left":
            start = len(pad) + len(prompt)
        if mistake == "pad left, mask counted from the left end":
            row, start = pad + ids, len(prompt)
        if mistake == "cut at 32":
            row = row[:32]
        labels = [IGNORE if i < start or token == PAD else token for i, token in enumerate(row)]
        kept.append(sum(label != IGNORE for label in labels))
    return kept


for mistake in ("pad right", "pad left", "pad left, mask counted from the left end", "cut at 32"):
    print(f"{mistake}: labels left per example {left(mistake)}")
