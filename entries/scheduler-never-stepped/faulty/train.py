"""Train with a cosine schedule, stepped whenever the run is logged."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 4)
y = x.sum(dim=1, keepdim=True)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=50)
log_every = 100


def train():
    for step in range(50):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if (step + 1) % log_every == 0:
            print(f"logged step {step} loss {loss.item():.4f}")
            scheduler.step()
        if step % 10 == 9:
            print(f"step {step} loss {loss.item():.4f} lr {scheduler.get_last_lr()[0]:.4f}")


if __name__ == "__main__":
    train()
