"""Train a deep classifier with sigmoid between its layers."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(256, 16)
y = (x[:, 0] * x[:, 1] > 0).long()
loader = [(x, y)]
layers = [nn.Sequential(nn.Linear(32, 32), nn.Sigmoid()) for _ in range(10)]
model = nn.Sequential(nn.Linear(16, 32), *layers, nn.Linear(32, 2))
loss_fn = nn.CrossEntropyLoss()


def train():
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(120):
        loss = loss_fn(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        first, last = model[0].weight.grad.norm(), model[-1].weight.grad.norm()
        optimizer.step()
        if step % 20 == 0 or step == 119:
            print(f"step {step} loss {loss.item():.4f} first layer {first:.1e} last {last:.1e}")


if __name__ == "__main__":
    train()
