"""Train on the accelerator; torch's meta device stands in for it: it keeps devices, no data."""

import torch
from torch import nn

torch.manual_seed(0)
device = torch.device("meta")
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
batches = [torch.randn(16, 8) for _ in range(3)]


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, x in enumerate(batches):
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step}: accelerator is {device}, loss was computed on {loss.device}")


if __name__ == "__main__":
    train()
