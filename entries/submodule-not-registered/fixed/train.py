"""Fit a network of several blocks to a sine."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, depth=3):
        super().__init__()
        self.first = nn.Linear(1, 32)
        self.blocks = nn.ModuleList(nn.Linear(32, 32) for _ in range(depth))
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        x = torch.tanh(self.first(x))
        for block in self.blocks:
            x = x + torch.tanh(block(x))
        return self.head(x)


torch.manual_seed(0)
model = Net()

if __name__ == "__main__":
    x = torch.linspace(-3, 3, 64)[:, None]
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    before = model.blocks[0].weight.clone()
    for step in range(50):
        loss = nn.functional.mse_loss(model(x), torch.sin(2 * x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("parameters:", [name for name, _ in model.named_parameters()])
    print(f"loss {loss.item():.3f}, first block moved by", (model.blocks[0].weight - before).abs().max().item())
