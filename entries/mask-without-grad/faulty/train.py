"""Keep what lies above a threshold, and learn the threshold."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.threshold = nn.Parameter(torch.tensor(0.0))
        self.scale = nn.Parameter(torch.tensor(1.0))

    def forward(self, x):
        mask = (x > self.threshold).float()
        return self.scale * x * mask


torch.manual_seed(0)
signal = torch.randn(256, 8)
loader = DataLoader(TensorDataset(signal, 2 * signal * (signal > 0.8)), batch_size=64)
model = Gate()

if __name__ == "__main__":
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for epoch in range(60):
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(f"loss {loss.item():.3f} scale {model.scale.item():.2f} threshold {model.threshold.item():.2f}")
    print("gradient of the threshold:", model.threshold.grad)
