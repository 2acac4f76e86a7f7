"""Read prices with one spawned worker, as on Windows, macOS, and Linux from Python 3.14 on."""

import torch
from torch.utils.data import DataLoader, Dataset


class Prices(Dataset):
    """Twelve prices, scaled by a transform."""

    def __init__(self, scale):
        self.rows = torch.arange(12.0)
        self.transform = lambda row: row / scale

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.transform(self.rows[index])


loader = DataLoader(Prices(10.0), batch_size=4, num_workers=1, multiprocessing_context="spawn")

if __name__ == "__main__":
    for step, batch in enumerate(loader):
        print(f"step {step} batch {batch.tolist()}")
