"""Train a classifier; the scheduler watches the accuracy on held-out samples."""

import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau

torch.manual_seed(0)
features = torch.randn(600, 20)
labels = (features[:, :5].sum(dim=1) > 0).long()
model = nn.Linear(20, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = ReduceLROnPlateau(optimizer, patience=2)


def train():
    for epoch in range(12):
        loss = nn.functional.cross_entropy(model(features[:400]), labels[:400])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        right = model(features[400:]).argmax(dim=1) == labels[400:]
        accuracy = right.float().mean().item()
        scheduler.step(accuracy)
        print(f"epoch {epoch} accuracy {accuracy:.3f} rate {scheduler.get_last_lr()[0]:.6f}")


if __name__ == "__main__":
    train()
