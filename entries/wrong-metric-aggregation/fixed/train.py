"""Train a classifier and report the validation accuracy of each epoch."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
features = torch.randn(400, 10)
labels = (features[:, :3].sum(dim=1) + 0.5 * torch.randn(400) > 0).long()
valid_loader = DataLoader(TensorDataset(features[298:], labels[298:]), batch_size=25)
model = nn.Linear(10, 2)


def validate():
    model.eval()
    right = seen = 0
    with torch.no_grad():
        for x, y in valid_loader:
            right += (model(x).argmax(dim=1) == y).sum().item()
            seen += len(y)
    return right / seen


def train():
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(8):
        model.train()
        loss = nn.functional.cross_entropy(model(features[:298]), labels[:298])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told = validate()
        whole = (model(features[298:]).argmax(dim=1) == labels[298:]).float().mean().item()
        same = "agrees with" if abs(told - whole) < 0.001 else "is not that of"
        print(f"epoch {epoch} accuracy {told:.3f} {same} the whole set {whole:.3f}")


if __name__ == "__main__":
    train()
