"""Is batch_encode_plus still there?"""

from train import tokenizer
from transformers import PreTrainedTokenizerFast

fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer)
print("batch_encode_plus:", getattr(fast, "batch_encode_plus", "gone"))
print("called with a list:", [len(ids) for ids in fast(["ab cd", "ef"])["input_ids"]], "tokens")
