"""Predict a price in half precision; the features are amounts in cents."""

import torch
from torch import nn

torch.manual_seed(0)
amounts = torch.rand(64, 16) * 50_000
prices = amounts.mean(dim=1, keepdim=True) / 50_000
precision = torch.bfloat16
model = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.LayerNorm(64), nn.Linear(64, 1))
nn.init.uniform_(model[0].weight, 0.1, 0.3)


def train():
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(5):
        with torch.autocast("cpu", dtype=precision):
            loss = nn.functional.mse_loss(model(amounts).float(), prices)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    train()
