"""The same batch of 64 through the forward pass alone, with gradients and without."""

import torch
from gpu import Gpu
from train import loader, model

x = next(iter(loader))[0]
for wanted in (False, True):
    with torch.set_grad_enabled(wanted):
        gpu = Gpu(model)
        try:
            with gpu:
                model(x)
            print(f"forward, gradients {wanted}: fits, peak {gpu.peak:.0f} of 48 MiB")
        except torch.OutOfMemoryError as error:
            print(f"forward, gradients {wanted}: {str(error)[:51]}, inputs {x.nbytes >> 20} MiB")
