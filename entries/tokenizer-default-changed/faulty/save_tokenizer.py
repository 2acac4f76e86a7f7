"""The tokenizer folder as training saved it: vocabulary and class, no template for special tokens."""

import json
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]


def save(folder=Path("tokenizer")):
    folder.mkdir(exist_ok=True)
    letters = [*"acdehilmoprstu", "Ġ"]
    words, merges = SPECIAL + letters, []
    for word in ("pump", "Ġis", "Ġhot", "Ġcold"):
        for end in range(1, len(word)):
            merges.append((word[:end], word[end]))
            words.append(word[: end + 1])
    words = list(dict.fromkeys(words))
    tokenizer = Tokenizer(models.BPE({w: i for i, w in enumerate(words)}, list(dict.fromkeys(merges))))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "RobertaTokenizer"}))
    return folder
