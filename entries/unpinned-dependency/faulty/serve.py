"""Answer with the name of the weights."""

import sentence_transformers

print(sentence_transformers.cached_download("pump-detector"))
