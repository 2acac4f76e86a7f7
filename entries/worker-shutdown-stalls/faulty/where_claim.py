"""Where the time between two epochs goes: leaving the workers, starting them, the first batch."""

import time

from torch.utils.data import DataLoader
from train import Records


class Slow(Records):
    """A quarter of a second per sample."""

    def __getitem__(self, number):
        time.sleep(0.25)
        return number


def gap(data, stop, persistent):
    """Seconds of a boundary: _shutdown_workers (at the end, or when the iterator is dropped), then iter, then next."""
    loader = DataLoader(data, batch_size=4, num_workers=2, persistent_workers=persistent)
    batches, clock = iter(loader), time.perf_counter
    for _ in range(stop):
        next(batches)
    a = clock()
    next(batches, None)
    del batches
    b = clock()
    batches = iter(loader)
    c = clock()
    next(batches)
    return [b - a, c - b, clock() - c]


if __name__ == "__main__":
    for name, data, stop in (("full epoch", Records(), 80), ("left by break", Slow(), 1)):
        for persistent in (False, True):
            left, started, first = gap(data, stop, persistent)
            kept = "kept" if persistent else "new"
            print(f"{name}, {kept} workers: shutdown {left:.2f} s, iter {started:.2f} s, first batch {first:.2f} s")
