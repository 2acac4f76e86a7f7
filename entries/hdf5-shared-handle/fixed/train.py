"""Read rows of an HDF5 file with two workers; the storage behind it is slow."""

import io
import time

import h5py
import numpy as np
from torch.utils.data import DataLoader, Dataset


class SlowFile(io.FileIO):
    """A file that takes a millisecond to read, as on a network."""

    def readinto(self, buffer):
        time.sleep(0.001)
        return super().readinto(buffer)


with h5py.File("rows.h5", "w") as file:
    file["rows"] = np.arange(200)[:, None].repeat(256, axis=1)


class Rows(Dataset):
    """Row i holds the number i, 256 times."""

    def __init__(self):
        self.rows = None

    def __len__(self):
        return 200

    def __getitem__(self, index):
        if self.rows is None:
            self.rows = h5py.File(SlowFile("rows.h5"), "r")["rows"]
        return int((self.rows[index] != index).any())


loader = DataLoader(Rows(), batch_size=10, num_workers=2)

if __name__ == "__main__":
    wrong = sum(int(batch.sum()) for batch in loader)
    print(f"{wrong or 'none'} of 200 rows are wrong")
