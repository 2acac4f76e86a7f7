"""Train an RNN on one long series, window by window, carrying the hidden state along."""

import torch
from torch import nn

torch.manual_seed(0)
series = torch.sin(torch.arange(0, 60, 0.1)).reshape(1, -1, 1)
windows = series.split(20, dim=1)
model = nn.RNN(1, 16, batch_first=True)
head = nn.Linear(16, 1)


def train(steps=6):
    optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.05)
    hidden = torch.zeros(1, 1, 16)
    for step in range(steps):
        x, target = windows[step], windows[step + 1]
        output, hidden = model(x, hidden)
        loss = nn.functional.mse_loss(head(output), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.3f}")


if __name__ == "__main__":
    train()
