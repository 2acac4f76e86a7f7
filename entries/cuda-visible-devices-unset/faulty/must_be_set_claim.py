"""How many of two GPUs does torch count for each value of the variable, set after `import torch`?"""

import os

import gpus  # noqa: F401
import torch

for value in (None, "", "-1", "1", "0,1", "2", "0,2,1", "0,0", "all", "cuda:0"):
    os.environ.pop("CUDA_VISIBLE_DEVICES", None)
    if value is not None:
        os.environ["CUDA_VISIBLE_DEVICES"] = value
    print("unset" if value is None else repr(value), "->", torch.cuda.device_count())
