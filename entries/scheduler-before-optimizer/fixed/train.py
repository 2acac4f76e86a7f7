"""Train with a rate that is halved every epoch."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 5)
y = x.sum(dim=1, keepdim=True)
model = nn.Linear(5, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)


def train():
    for epoch in range(4):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        used = optimizer.param_groups[0]["lr"]
        optimizer.step()
        scheduler.step()
        print(f"epoch {epoch} loss {loss.item():.3f} rate used {used}")


if __name__ == "__main__":
    train()
