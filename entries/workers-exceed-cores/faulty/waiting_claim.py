"""One core, one worker or four: samples that wait (for a disk or a network), samples that compute."""

import os
import time
import warnings

import torch
from torch.utils.data import DataLoader, Dataset

warnings.simplefilter("ignore")


class Samples(Dataset):
    """Sixty samples; each waits, or keeps the core busy."""

    def __init__(self, waits):
        self.waits = waits

    def __len__(self):
        return 60

    def __getitem__(self, index):
        if self.waits:
            time.sleep(0.1)
            return index
        return sum(n * n for n in range(300_000)) * 0 + index


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    torch.set_num_threads(1)
    for waits in (True, False):
        spent = []
        for workers in (1, 4):
            start = time.perf_counter()
            list(DataLoader(Samples(waits), num_workers=workers))
            spent.append(time.perf_counter() - start)
        print(
            f"{'waiting' if waits else 'computing'}: four workers take {spent[1] / spent[0]:.1f} of the time of one"
        )
