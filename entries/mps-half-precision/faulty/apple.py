"""Stands in for moving a tensor to an Apple GPU: refuses float64 as the MPS device does."""

import torch

MESSAGE = (
    "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support float64. "
    "Please use float32 instead."
)


def to_mps(tensor):
    if torch.backends.mps.is_available():
        return tensor.to("mps")
    if tensor.dtype == torch.float64:
        raise TypeError(MESSAGE)
    return tensor
