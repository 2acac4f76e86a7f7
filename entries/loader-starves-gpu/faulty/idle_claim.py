"""A loop that starves: how busy is the processor?"""

import time

from prefetch_claim import Remote
from torch.utils.data import DataLoader

begun, busy, waited = time.perf_counter(), time.process_time(), 0.0
batches = iter(DataLoader(Remote(), batch_size=4))
for _ in range(20):
    asked = time.perf_counter()
    next(batches)
    waited += time.perf_counter() - asked
    time.sleep(0.02)
spent = time.perf_counter() - begun
print(f"waits {waited / spent:.0%} of the loop, computes {(time.process_time() - busy) / spent:.0%} of it")
