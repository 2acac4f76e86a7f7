"""The default of add_prefix_space, by class, in the installed releases."""

from inspect import signature

import tokenizers
import transformers
from tokenizers import ByteLevelBPETokenizer
from tokenizers.pre_tokenizers import ByteLevel
from transformers import GPT2TokenizerFast, RobertaTokenizerFast

print("transformers", transformers.__version__, "tokenizers", tokenizers.__version__)
for made in (GPT2TokenizerFast, RobertaTokenizerFast, ByteLevelBPETokenizer):
    print(f"{made.__name__}: add_prefix_space={signature(made).parameters['add_prefix_space'].default}")
print(f"ByteLevel: add_prefix_space={ByteLevel().add_prefix_space}")
for prefix in (False, True):
    pieces = ByteLevel(add_prefix_space=prefix).pre_tokenize_str("pump is hot")
    print(f"with {prefix}:", [piece for piece, _ in pieces])
