"""What a loader really does with pin_memory=True where there is no GPU."""

import threading
import warnings

import torch
from torch.utils.data import DataLoader, TensorDataset

warnings.simplefilter("ignore")
numbers = TensorDataset(torch.arange(12.0))
if __name__ == "__main__":
    for asked in (True, False):
        for workers in (0, 1):
            batches = iter(DataLoader(numbers, batch_size=4, pin_memory=asked, num_workers=workers))
            (batch,) = next(batches)
            names = [t.name for t in threading.enumerate() if "pin_memory" in t.name]
            print(
                f"pin_memory={asked}, {workers} workers: pinned {batch.is_pinned()}, pin threads {len(names)}"
            )
