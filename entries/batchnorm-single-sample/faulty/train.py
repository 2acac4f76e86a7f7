"""Train a small classifier. 65 samples in batches of 16 leave one over."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
features = torch.randn(65, 8)
labels = (features.sum(dim=1) > 0).long()
loader = DataLoader(TensorDataset(features, labels), batch_size=16, shuffle=True)
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} batch {len(x)} loss {loss.item():.3f}")


if __name__ == "__main__":
    train()
