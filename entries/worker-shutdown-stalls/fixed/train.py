"""Three short epochs; each worker opens its index before its first sample."""

import time

from torch.utils.data import DataLoader, Dataset


class Records(Dataset):
    """320 records of 2 ms; opening the index takes half a second."""

    index = None

    def __len__(self):
        return 320

    def __getitem__(self, number):
        if self.index is None:
            time.sleep(0.5)
            self.index = range(320)
        time.sleep(0.002)
        return self.index[number]


train_loader = DataLoader(Records(), batch_size=4, num_workers=2, persistent_workers=True)

if __name__ == "__main__":
    begun = time.perf_counter()
    for epoch in range(3):
        times = [time.perf_counter() - begun for batch in train_loader]
        gap = times[0] - last if epoch else 0
        share = gap / (times[-1] - times[0])
        print(f"epoch {epoch}: {len(times)} batches, pause before it {share:.0%} of its length")
        last = times[-1]
