"""A stand-in for a GPU of 48 MiB: counts the bytes of the live tensors, fails as CUDA does."""

import weakref

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

TOTAL = 48


class Gpu(TorchDispatchMode):
    """Inside `with Gpu(model)` each new tensor takes its bytes from the 48 MiB until it is freed."""

    def __init__(self, model):
        super().__init__()
        self.held, self.peak = {}, 0
        for parameter in model.parameters():
            self.take(parameter.untyped_storage())

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        for leaf in tree_leaves(result):
            if isinstance(leaf, torch.Tensor):
                self.take(leaf.untyped_storage())
        return result

    def take(self, storage):
        if storage._cdata in self.held:
            return
        used, wanted = sum(self.held.values()) / 2**20, storage.nbytes() / 2**20
        if used + wanted > TOTAL:
            raise torch.OutOfMemoryError(
                f"CUDA out of memory. Tried to allocate {wanted:.2f} MiB. GPU 0 has a total capacity "
                f"of {TOTAL:.2f} MiB of which {TOTAL - used:.2f} MiB is free. Of the allocated memory "
                f"{used:.2f} MiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch but "
                "unallocated."
            )
        self.held[storage._cdata] = storage.nbytes()
        self.peak = max(self.peak, used + wanted)
        weakref.finalize(storage, self.held.pop, storage._cdata)
