"""Train on sensor readings; one row is a glitch, a hundred times too large."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(640, 4)
y = x.sum(dim=1, keepdim=True).tanh()
x[400] *= 100
model = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(40):
        rows = slice(16 * step, 16 * step + 16)
        loss = nn.functional.mse_loss(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        if step % 10 == 9 or 23 < step < 29:
            print(f"step {step} loss {loss.item():.3g} grad norm {norm:.3g}")


if __name__ == "__main__":
    train()
