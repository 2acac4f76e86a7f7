"""Read 300 small samples in random order from a network mount."""

import io
import os
import random
import resource
import tarfile
import time

from mount import open_remote
from torch.utils.data import DataLoader, IterableDataset

random.seed(0)
os.makedirs("data", exist_ok=True)
for shard in range(3):
    with tarfile.open(f"data/{shard}.tar", "w") as file:
        for number in range(100 * shard, 100 * shard + 100):
            member = tarfile.TarInfo(f"{number}.bin")
            member.size = 10_000
            file.addfile(member, io.BytesIO(number.to_bytes(2, "big") * 5000))


class Samples(IterableDataset):
    """300 samples of 10 kB, a hundred to a file, mixed in a buffer of a hundred."""

    def __iter__(self):
        buffer = []
        for shard in random.sample(range(3), 3):
            with open_remote(f"data/{shard}.tar") as file, tarfile.open(fileobj=file, mode="r|") as tar:
                for member in tar:
                    buffer.append(int.from_bytes(tar.extractfile(member).read()[:2], "big"))
                    if len(buffer) == 100:
                        yield buffer.pop(random.randrange(100))
        yield from random.sample(buffer, len(buffer))


loader = DataLoader(Samples(), batch_size=10)


def waits():
    """How often the system has put this process to sleep."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


if __name__ == "__main__":
    begun, before = time.perf_counter(), waits()
    seen = {int(number) for batch in loader for number in batch}
    print(f"{len(seen)} samples in {time.perf_counter() - begun:.2f} s, {waits() - before} waits for the mount")
