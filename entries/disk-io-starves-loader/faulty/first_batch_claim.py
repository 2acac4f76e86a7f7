"""A loader that reads no disk at all: the first batch against a later one, with a spawned worker."""

import time

import torch
from torch.utils.data import DataLoader, TensorDataset

if __name__ == "__main__":
    data = TensorDataset(torch.arange(400.0))
    begun = time.perf_counter()
    batches = iter(DataLoader(data, batch_size=4, num_workers=1, multiprocessing_context="spawn"))
    next(batches)
    first = time.perf_counter() - begun
    rest = len(list(batches))
    later = (time.perf_counter() - begun - first) / rest
    print(f"the first batch takes {'over 100' if first > 100 * later else f'{first / later:.0f}'} times a later one")
