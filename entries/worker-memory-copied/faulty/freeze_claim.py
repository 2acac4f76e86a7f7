"""What two workers have copied of the list after 300 batches, without and with gc.freeze()."""

import gc

from train import annotations, loader, private


def copied():
    batches = iter(loader)
    begun = [next(batches) and private(worker.pid) for worker in batches._workers]
    for _ in range(300):
        next(batches)
    return (sum(private(worker.pid) for worker in batches._workers) - sum(begun)) / annotations


if __name__ == "__main__":
    loader.collate_fn = len
    print(f"as it is: {copied():.2f} lists")
    gc.freeze()
    print(f"after gc.freeze(): {copied():.2f} lists")
