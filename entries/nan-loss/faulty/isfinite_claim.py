"""At each step: is the loss finite, are the gradients, are the weights after it?"""

import torch
from train import left, model, right

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(6):
    rows = slice(16 * step, 16 * step + 16)
    loss = (model(left[rows]) - model(right[rows])).pow(2).sum(dim=1).sqrt().mean()
    optimizer.zero_grad()
    loss.backward()
    gradients = bool(model.weight.grad.isfinite().all())
    optimizer.step()
    weights = bool(model.weight.isfinite().all())
    print(f"step {step} finite: loss {bool(loss.isfinite())}, gradients {gradients}, after {weights}")
