"""Read 300 small samples in random order from a network mount."""

import os
import random
import resource
import time

from mount import open_remote
from torch.utils.data import DataLoader, Dataset

random.seed(0)
os.makedirs("data", exist_ok=True)
for number in range(300):
    with open(f"data/{number}.bin", "wb") as file:
        file.write(number.to_bytes(2, "big") * 5000)


class Samples(Dataset):
    """300 samples of 10 kB, each a file of its own."""

    def __len__(self):
        return 300

    def __getitem__(self, index):
        with open_remote(f"data/{index}.bin") as file:
            return int.from_bytes(file.read()[:2], "big")


loader = DataLoader(Samples(), batch_size=10, shuffle=True)


def waits():
    """How often the system has put this process to sleep."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


if __name__ == "__main__":
    begun, before = time.perf_counter(), waits()
    seen = {int(number) for batch in loader for number in batch}
    print(f"{len(seen)} samples in {time.perf_counter() - begun:.2f} s, {waits() - before} waits for the mount")
