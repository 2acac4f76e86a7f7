"""Train a detector with a hand-written binary cross entropy."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 4) * 30
y = (x[:, :1] > 0).float()
model = nn.Linear(4, 1)


def loss_fn(logits, target):
    return nn.functional.binary_cross_entropy_with_logits(logits, target)


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(5):
        logits = model(x)
        loss = loss_fn(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f} largest logit {logits.max().item():.1f}")


if __name__ == "__main__":
    train()
