"""Eight small batches without dividing against one large batch: does each optimizer notice?"""

import torch
from torch import nn
from train import x, y

for name, make in (
    ("SGD", lambda p: torch.optim.SGD(p, lr=0.05)),
    ("SGD, clipped to norm 1", lambda p: torch.optim.SGD(p, lr=0.05)),
    ("Adam", lambda p: torch.optim.Adam(p, lr=0.05)),
):
    weights = []
    for parts in (1, 8):
        torch.manual_seed(0)
        model = nn.Linear(4, 1)
        optimizer = make(model.parameters())
        for _ in range(5):
            optimizer.zero_grad()
            for a, b in zip(x.chunk(parts), y.chunk(parts)):
                nn.functional.mse_loss(model(a), b).backward()
            if "clipped" in name:
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        weights.append(model.weight.detach())
    apart = (weights[0] - weights[1]).norm() / weights[0].norm()
    print(f"{name}: after five updates the weights are {apart:.1%} apart")
