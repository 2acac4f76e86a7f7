"""Fit to a stream of readings; say how far it is, and save after each step."""

import sys

sys.stdout.reconfigure(line_buffering=True)


def fit():
    total = 0.0
    for step, line in enumerate(sys.stdin, start=1):
        total += float(line)
        print(f"step {step} mean {total / step:.2f}")
        with open("checkpoint.txt", "w") as file:
            file.write(str(step))


if __name__ == "__main__":
    print("start")
    fit()
