"""Train with eight batches to one update, as a stand-in for one large batch."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.randn(256, 4)
y = x @ torch.tensor([[1.0], [-2.0], [0.5], [3.0]])
loader = DataLoader(TensorDataset(x, y), batch_size=4)
model = nn.Linear(4, 1)
loss_fn = nn.MSELoss()
accumulation = 8


def train():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    for step, (x, y) in enumerate(loader):
        loss = loss_fn(model(x), y)
        loss.backward()
        if (step + 1) % accumulation == 0:
            norm = model.weight.grad.norm()
            print(f"update {step // accumulation} loss {loss.item():.3f} grad norm {norm:.2f}")
            optimizer.step()
            optimizer.zero_grad()


if __name__ == "__main__":
    train()
