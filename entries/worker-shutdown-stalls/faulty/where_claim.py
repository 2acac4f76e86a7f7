"""Where the time between two epochs goes: leaving the workers, iter(loader), the first batch."""

import time

from torch.utils.data import DataLoader
from train import Records


class Slow(Records):
    """A quarter of a second per sample, a second per batch; nothing to open."""

    def __getitem__(self, number):
        time.sleep(0.25)
        return number


def pause(data, steps, persistent):
    """Seconds to leave after some steps, to start again, and until the first batch."""
    loader, clock = DataLoader(data, 4, num_workers=2, persistent_workers=persistent), time.perf_counter
    batches = iter(loader)
    for _ in range(steps):
        next(batches)
    begun = clock()
    if steps == len(loader):
        next(batches, None)  # the end of the epoch: StopIteration, and _shutdown_workers before it
    del batches
    left = clock()
    batches = iter(loader)
    started = clock()
    next(batches)
    return left - begun, started - left, clock() - started


if __name__ == "__main__":
    for name, data, steps, unit in (("whole epoch", Records(), 80, 0.5), ("left by break", Slow(), 1, 1.0)):
        print(f"{name}; 1 is the time {'to open the index' if unit == 0.5 else 'of a batch'}")
        for persistent in (False, True):
            left, started, first = (seconds / unit for seconds in pause(data, steps, persistent))
            print(f"  persistent_workers={persistent}: leave {left:.1f}, iter {started:.1f}, first batch {first:.1f}")
