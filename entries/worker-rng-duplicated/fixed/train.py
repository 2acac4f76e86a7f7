"""Augment samples in two workers with a random generator that the data set owns."""

import numpy as np
from torch.utils.data import DataLoader, Dataset, get_worker_info


class Shifted(Dataset):
    """Eight zeros, each shifted by a random number of pixels."""

    def __init__(self):
        self.rng = np.random.default_rng(0)

    def __len__(self):
        return 8

    def __getitem__(self, index):
        return int(self.rng.integers(100))


def own_stream(worker):
    info = get_worker_info()
    info.dataset.rng = np.random.default_rng(info.seed)


loader = DataLoader(Shifted(), batch_size=4, num_workers=2, worker_init_fn=own_stream)

if __name__ == "__main__":
    for epoch in range(2):
        for step, batch in enumerate(loader):
            print(f"epoch {epoch} worker {step} shifts {batch.tolist()}")
