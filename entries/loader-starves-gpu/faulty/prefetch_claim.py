"""Share of the loop spent waiting, by workers and prefetch_factor; a batch takes 80 ms, a step 20 ms."""

import time
import warnings

from torch.utils.data import DataLoader, Dataset

warnings.simplefilter("ignore")


class Remote(Dataset):
    """Samples that come from elsewhere: 20 ms each, no computing here."""

    def __len__(self):
        return 120

    def __getitem__(self, index):
        time.sleep(0.02)
        return index


def waiting(workers, prefetch):
    batches = iter(DataLoader(Remote(), batch_size=4, num_workers=workers, prefetch_factor=prefetch))
    next(batches)
    begun = time.perf_counter()
    for count, _ in enumerate(batches, 1):
        time.sleep(0.02)
    spent = time.perf_counter() - begun
    return 1 - count * 0.02 / spent


if __name__ == "__main__":
    for workers, prefetch in ((1, 2), (1, 32), (8, 2)):
        share = waiting(workers, prefetch)
        print(f"{workers} workers, prefetch_factor {prefetch}: {share:.0%} of the loop waits")
