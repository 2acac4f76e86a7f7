"""Read prices with workers, each of which imports torch anew."""

import torch
from torch.utils.data import DataLoader, TensorDataset
from windows_here import start_workers  # stands in for Windows

loader = DataLoader(TensorDataset(torch.arange(12.0)), batch_size=4, num_workers=2)

if __name__ == "__main__":
    start_workers(loader.num_workers)
    print("all workers run")
