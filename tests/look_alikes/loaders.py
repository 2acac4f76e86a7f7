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


class Packed(torch.nn.Module):
    """Lengths stay on the CPU, as pack_padded_sequence wants them."""

    def __init__(self):
        super().__init__()
        self.gru = torch.nn.GRU(4, 8, batch_first=True)

    def forward(self, x, lengths):
        pack = torch.nn.utils.rnn.pack_padded_sequence
        return self.gru(pack(x, lengths, batch_first=True))[1]


packed, padded = Packed(), [{"x": torch.randn(3, 5, 4), "lengths": [5, 3, 2]}]
nested = [([torch.zeros(3)], {"boxes": [torch.tensor([1.0, torch.nan])]})]
