"""Fit a NumPy table on a Mac."""

import numpy as np
import torch
from apple import to_mps
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(0)
table = rng.normal(size=(32, 4))
loader = DataLoader(TensorDataset(torch.from_numpy(table).float()), batch_size=8)
torch.manual_seed(0)
model = nn.Linear(4, 1)

if __name__ == "__main__":
    for step, (x,) in enumerate(loader):
        loss = model(to_mps(x)).pow(2).mean()
        print(f"step {step} loss {loss.item():.3f}")
