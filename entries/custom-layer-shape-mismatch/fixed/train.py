"""Classify images; the size went from 32 to 48 pixels for more detail."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SIZE = 48


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(4), nn.Flatten()
        )
        features = self.body(torch.zeros(1, 3, SIZE, SIZE)).shape[1]
        self.head = nn.Linear(features, 10)

    def forward(self, x):
        return self.head(self.body(x))


torch.manual_seed(0)
images = torch.randn(16, 3, SIZE, SIZE)
loader = DataLoader(TensorDataset(images, torch.randint(0, 10, (16,))), batch_size=8)
model = Net()

if __name__ == "__main__":
    for step, (x, y) in enumerate(loader):
        print(f"step {step} loss {nn.functional.cross_entropy(model(x), y).item():.3f}")
