"""Train a small convolutional net on a GPU of 48 MiB."""

import torch
from gpu import Gpu
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
images, labels = torch.randn(256, 3, 64, 64), torch.randint(0, 10, (256,))
loader = DataLoader(TensorDataset(images, labels), batch_size=16)
model = nn.Sequential(
    nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(),
    nn.Conv2d(16, 16, 3, padding=1), nn.ReLU(),
    nn.Conv2d(16, 16, 3, padding=1), nn.ReLU(),
    nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10),
)  # fmt: skip


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(x), y)
        (loss / 4).backward()
        if step % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
        print(f"step {step} batch {len(x)} loss {loss.item():.3f}")


if __name__ == "__main__":
    with Gpu(model):
        train()
