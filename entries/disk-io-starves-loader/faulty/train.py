"""Two epochs over a small sample of rows, then over all of them; the file lies on a disk."""

import time

import disk
import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, RandomSampler

torch.manual_seed(0)
with open("rows.bin", "wb") as file:
    for number in range(160):
        file.write(number.to_bytes(4, "big") * 1024)


class Rows(Dataset):
    """The first rows of the file, 4 KiB each."""

    def __init__(self, count):
        self.file, self.count = open("rows.bin", "rb"), count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return int.from_bytes(disk.read(self.file, index)[:4], "big")


def load(data):
    return DataLoader(data, batch_sampler=BatchSampler(RandomSampler(data), 20, drop_last=False))


loader = load(Rows(160))


def per_row(batches):
    """Seconds to read a row."""
    begun = time.perf_counter()
    rows = sum(len(batch) for batch in batches)
    return (time.perf_counter() - begun) / rows


if __name__ == "__main__":
    in_order = per_row(DataLoader(Rows(160), batch_size=20))
    for name, source in (("40 rows", load(Rows(40))), ("all rows", loader)):
        for epoch in (1, 2):
            ratio = per_row(source) / in_order
            print(f"{name}, epoch {epoch}: data_time {ratio:.1f} times that of reading in order")
