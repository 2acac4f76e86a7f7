"""Which source of random numbers is the same in two workers, and the same in two epochs?"""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Draws(Dataset):
    """Two draws from one source."""

    def __init__(self, draw):
        self.draw = draw

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self.draw()


def seed_alike(worker):
    np.random.seed(0)


rng = np.random.default_rng(0)
sources = {
    "np.random": (lambda: np.random.randint(10**6), None),
    "random": (lambda: random.randrange(10**6), None),
    "torch": (lambda: int(torch.randint(10**6, ())), None),
    "np.random, worker_init_fn seeds 0": (lambda: np.random.randint(10**6), seed_alike),
    "default_rng kept by the program": (lambda: int(rng.integers(10**6)), None),
}
for name, (draw, init) in sources.items():
    loader = DataLoader(Draws(draw), num_workers=2, worker_init_fn=init)
    (a, b), (c, d) = ([int(x) for x in loader] for epoch in range(2))
    print(
        f"{name}: workers {'alike' if a == b else 'differ'}, epochs {'alike' if a == c else 'differ'}"
    )
