"""Train a line, with a look at the validation set after each epoch."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(32, 4)
y = x @ torch.tensor([[1.0], [-2.0], [0.5], [3.0]])
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def evaluate():
    torch.set_grad_enabled(False)
    model.eval()
    return nn.functional.mse_loss(model(x[24:]), y[24:]).item()


def train(epochs=2):
    for epoch in range(epochs):
        model.train()
        loss = nn.functional.mse_loss(model(x[:24]), y[:24])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch} loss {loss.item():.3f} validation {evaluate():.3f}")


if __name__ == "__main__":
    train()
