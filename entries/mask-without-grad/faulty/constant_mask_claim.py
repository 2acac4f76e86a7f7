"""A constant integer mask in the forward pass: do the weights before it get their gradient?"""

import torch
from torch import nn

torch.manual_seed(0)
x, layer = torch.randn(4, 6), nn.Linear(6, 6)
ints = torch.tensor([1, 0, 1, 1, 0, 1])
wants_grad = ints.float().requires_grad_()
for name, mask in (("int", ints), ("bool", ints.bool()), ("float", ints.float()), ("float that requires grad", wants_grad)):
    layer.zero_grad()
    (layer(x) * mask).sum().backward()
    rows = int(layer.weight.grad.abs().sum(dim=1).gt(0).sum())
    print(f"{name} mask: {rows} of 4 kept rows of the weight have a gradient, sum {layer.weight.grad.sum():.3f}")
try:
    ints.requires_grad_()
except RuntimeError as error:
    print("int mask, requires_grad_():", error)
