"""What cross_entropy makes of logits, log-probabilities and probabilities; and what eps does."""

import torch
from torch import nn

F = nn.functional
logits, label = torch.tensor([[2.0, 0.5, -1.0]]), torch.tensor([0])
for name, value in (
    ("logits", logits),
    ("log_softmax", logits.log_softmax(1)),
    ("softmax", logits.softmax(1)),
):
    print(f"cross_entropy of {name}: {F.cross_entropy(value, label):.4f}")
print(f"nll_loss of log_softmax: {F.nll_loss(logits.log_softmax(1), label):.4f}")
logit = torch.tensor([40.0], requires_grad=True)
for eps in (1e-8, 1e-6):
    loss = -torch.log(1 - torch.sigmoid(logit) + eps)
    print(f"wrong by 40, log with eps {eps}: loss {loss.item():.1f}, gradient {torch.autograd.grad(loss, logit)[0].item()}")
loss = F.binary_cross_entropy_with_logits(logit, torch.zeros(1))
print(f"wrong by 40, with_logits: loss {loss.item():.1f}, gradient {torch.autograd.grad(loss, logit)[0].item()}")
print("1e-8 in float16:", torch.tensor(1e-8, dtype=torch.float16).item())
