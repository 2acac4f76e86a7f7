"""One handle, opened before the workers start, read through two kinds of file access."""

import h5py
import numpy as np
from torch.utils.data import DataLoader, Dataset
from train import SlowFile, loader

with h5py.File("packed.h5", "w") as file:
    rows = np.arange(2000)[:, None].repeat(256, axis=1)
    file.create_dataset("rows", data=rows, chunks=(1, 256), compression="gzip")


class Rows(Dataset):
    """1 for a row that is wrong, 2 for one that cannot be read."""

    def __init__(self, file, count):
        self.rows, self.count = file["rows"], count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        try:
            return int((self.rows[index] != index).any())
        except OSError:
            return 2


loader.dataset.rows.file.close()
for file, count in ((h5py.File("packed.h5"), 2000), (h5py.File(SlowFile("packed.h5"), "r"), 200)):
    samples = DataLoader(Rows(file, count), batch_size=None, num_workers=2, shuffle=True)
    found = [int(x) for x in samples]
    print(f"driver {file.driver}: of {count} rows {found.count(1)} wrong, {found.count(2)} errors")
    file.close()
