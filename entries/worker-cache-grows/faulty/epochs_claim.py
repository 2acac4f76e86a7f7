"""What the workers hold at the end of three epochs, by the settings of the loader, and with a lock."""

import threading

import train
from torch.utils.data import DataLoader

lock = threading.Lock()


class Locked(train.Images):
    """The same data set, one thread at a time."""

    def __getitem__(self, index):
        with lock:
            return super().__getitem__(index)


def epochs(data, shuffle, persistent):
    loader = DataLoader(data, 4, shuffle, num_workers=2, persistent_workers=persistent)
    for _ in range(3):
        batches = iter(loader)
        for _ in range(len(loader) - 1):
            next(batches)
        yield f"{train.held(batches._workers):.1f}"
        list(batches)


if __name__ == "__main__":
    print("persistent, shuffled:", *epochs(train.Images(), True, True))
    print("the same with a lock:", *epochs(Locked(), True, True))
    print("persistent, in order:", *epochs(train.Images(), False, True))
    print("new workers each epoch:", *epochs(train.Images(), True, False))
