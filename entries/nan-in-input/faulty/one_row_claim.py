"""One bad row among good ones: when does the loss become nan, and what is left of the model?"""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 3)
y = x[:, :1] * 2
x[40, 1] = torch.nan
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    rows = slice(16 * step, 16 * step + 16)
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    bad = int((~x[rows].isfinite()).sum())
    lost = int(model.weight.isnan().sum())
    print(f"step {step}: {bad} bad values in the batch, loss {loss.item():.3f}, nan weights {lost}")
