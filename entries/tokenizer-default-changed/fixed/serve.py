"""Encode with the tokenizer that training saved, and compare with what training noted."""

import json
from pathlib import Path

import transformers
from save_tokenizer import save
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(save())


def encode(text):
    return tokenizer(text, add_special_tokens=False)["input_ids"]


if __name__ == "__main__":
    print("transformers", transformers.__version__)
    for text, ids in json.loads(Path("golden.json").read_text()).items():
        same = "same ids" if encode(text) == ids else "OTHER IDS"
        print(f"{text!r}: training {ids}, here {encode(text)}: {same}")
