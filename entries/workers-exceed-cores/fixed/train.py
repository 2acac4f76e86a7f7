"""Read prices with four workers; the job was given one core."""

import os

import torch
from torch.utils.data import DataLoader, TensorDataset

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as a scheduler does for --cpus-per-task=1
workers = min(4, len(os.sched_getaffinity(0)))
loader = DataLoader(TensorDataset(torch.arange(12.0)), batch_size=4, num_workers=workers)

if __name__ == "__main__":
    for step, (batch,) in enumerate(loader):
        print(f"step {step} batch {batch.tolist()}")
