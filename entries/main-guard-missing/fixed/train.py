"""Read prices with one spawned worker, as on Windows, macOS, and Linux from Python 3.14 on."""

import torch
from torch.utils.data import DataLoader, TensorDataset

prices = TensorDataset(torch.arange(12.0))
loader = DataLoader(prices, batch_size=4, num_workers=1, multiprocessing_context="spawn")
if __name__ == "__main__":
    for step, (batch,) in enumerate(loader):
        print(f"step {step} batch {batch.tolist()}")
