"""Does weight decay make a run diverge, and does less of it cure one that diverges?"""

import torch
from torch import nn

for product in (0.001, 0.5, 1.9, 2.1):
    weight = torch.ones(1, requires_grad=True)
    optimizer = torch.optim.AdamW([weight], lr=1.0, weight_decay=product)
    for _ in range(100):
        weight.grad = torch.zeros(1)
        optimizer.step()
    print(f"rate times decay {product}, no gradient: weight 1 -> {weight.item():.2g} in 100 steps")
for decay in (0.01, 0.001, 0.0):
    torch.manual_seed(0)
    model, x = nn.Linear(8, 1), torch.randn(64, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=3.0, weight_decay=decay)
    for step in range(200):
        loss = nn.functional.mse_loss(model(x), x.sum(dim=1, keepdim=True))
        if not loss.isfinite():
            break
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"rate 3.0, decay {decay}: not finite at step {step}")
