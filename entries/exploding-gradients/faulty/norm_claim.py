"""One sound regression, its loss averaged, summed, and summed in other units: gradient norms."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(256, 4)
y = x.sum(dim=1, keepdim=True)
for name, scale in (("mean", 1.0), ("sum over 256 rows", 256.0), ("sum, a thousandfold", 256e3)):
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    norms = []
    for step in range(60):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        (loss * scale).backward()
        norms.append(model.weight.grad.norm().item())
        optimizer.step()
    print(f"{name}: norm {norms[0]:.3g} at first, {norms[-1]:.2g} at last; mean loss {loss:.5f}")
