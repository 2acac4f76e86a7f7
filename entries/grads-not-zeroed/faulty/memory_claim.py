"""Eight backward passes without zero_grad: does a gradient take more memory each time?"""

import torch
from torch import nn

torch.manual_seed(0)
model, x = nn.Linear(64, 64), torch.randn(16, 64)
for i in range(1, 9):
    model(x).pow(2).mean().backward()
    grad = model.weight.grad
    if i in (1, 2, 8):
        print(f"backward {i}: norm {grad.norm():.3f}, {grad.untyped_storage().nbytes()} bytes, "
              f"{'same' if i == 1 or grad.data_ptr() == place else 'new'} place")  # fmt: skip
    place = grad.data_ptr()
