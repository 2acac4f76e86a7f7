"""Loaders that are sound, and one whose odd sample comes late."""

import threading

import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Locked(Dataset):
    """Holds a lock that stays behind when it is pickled."""

    def __init__(self):
        self.lock, self.rows = threading.Lock(), torch.arange(300.0)

    def __getstate__(self):
        return {"rows": self.rows}

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


class Unpicklable(Locked):
    """Cannot be pickled, and need not be where there are no workers."""

    def __getstate__(self):
        return self.__dict__


locked = DataLoader(Locked(), num_workers=1, multiprocessing_context="spawn")
alone = DataLoader(Unpicklable(), num_workers=0)
light = DataLoader(Locked(), num_workers=2)
late = DataLoader([torch.zeros(5)] * 500 + [torch.zeros(7), torch.zeros(5)], batch_size=10)
labels = torch.randint(0, 4, (8, 6, 6))
labels[:, 0] = 255
bordered = DataLoader(TensorDataset(torch.randn(8, 3, 6, 6), labels), batch_size=4)
model = torch.nn.Conv2d(3, 4, 1)
