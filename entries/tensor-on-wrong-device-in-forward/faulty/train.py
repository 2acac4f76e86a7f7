"""Add a position code to a batch and run the network on the device."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# Without a GPU the meta device stands for it: shapes and devices are checked, nothing is computed.
device = "cuda" if torch.cuda.is_available() else "meta"


class Net(nn.Module):
    def __init__(self, length=16, width=8):
        super().__init__()
        self.position = torch.linspace(0, 1, length)[:, None].expand(length, width)
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        return self.head((x + self.position).mean(dim=1))


torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.randn(8, 16, 8)), batch_size=4)
model = Net()

if __name__ == "__main__":
    model.to(device)
    for step, (x,) in enumerate(loader):
        print(f"step {step} output on {model(x.to(device)).device}")
