"""Cross entropy when every label is ignored."""

import torch
from torch.nn.functional import cross_entropy

logits = torch.randn(4, 5, generator=torch.Generator().manual_seed(0)).requires_grad_()
labels = torch.full((4,), -100)
for reduction in ("mean", "sum"):
    logits.grad = None
    loss = cross_entropy(logits, labels, reduction=reduction)
    loss.backward()
    print(f"{reduction}: loss {loss.item()}, largest gradient {logits.grad.abs().max().item()}")
