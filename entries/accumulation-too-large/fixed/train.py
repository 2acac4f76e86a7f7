"""Three epochs over a small data set, with gradients accumulated to a batch of 1024."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.randn(1300, 20)
y = (x[:, :5].sum(dim=1) > 0).long()
loader = DataLoader(TensorDataset(x[:1000], y[:1000]), batch_size=16, shuffle=True)
model = nn.Linear(20, 2)
accumulation = 2


def train():
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    updates = 0
    for epoch in range(3):
        for step, (a, b) in enumerate(loader):
            loss = nn.functional.cross_entropy(model(a), b) / accumulation
            loss.backward()
            if (step + 1) % accumulation == 0:
                optimizer.step()
                optimizer.zero_grad()
                updates += 1
        right = model(x[1000:]).argmax(dim=1) == y[1000:]
        print(f"epoch {epoch} updates {updates} validation accuracy {right.float().mean():.3f}")


if __name__ == "__main__":
    train()
