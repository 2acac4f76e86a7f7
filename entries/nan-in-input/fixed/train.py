"""Fit a line to standardised sensor readings; the third sensor was off all day."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
readings = torch.randn(64, 3)
readings[:, 2] = 21.5
targets = readings[:, :1] * 2
spread = readings.std(dim=0)
spread[spread == 0] = 1.0
features = (readings - readings.mean(dim=0)) / spread
assert features.isfinite().all(), f"not finite in columns {(~features.isfinite()).any(dim=0)}"
loader = DataLoader(TensorDataset(features, targets), batch_size=16)
model = nn.Linear(3, 1)


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.3f} weights {model.weight.tolist()[0]}")


if __name__ == "__main__":
    train()
