"""Read prices on a machine without a GPU."""

import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.arange(12.0)), batch_size=4, pin_memory=True)

if __name__ == "__main__":
    for step, (batch,) in enumerate(loader):
        print(f"step {step} pinned {batch.is_pinned()} batch {batch.tolist()}")
