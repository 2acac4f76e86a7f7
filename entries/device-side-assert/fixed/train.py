"""Classify reviews into five grades; the file has grades from 1 to 5."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
features = torch.randn(64, 8)
grades = torch.tensor([1, 2, 3, 4] * 8 + [1, 2, 3, 5] * 8)
loader = DataLoader(TensorDataset(features, grades - 1), batch_size=16)
model = nn.Linear(8, 5)


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.3f}", flush=True)


if __name__ == "__main__":
    train()
