"""Is a pool as large as the cores three times as fast as one with a thread per request?"""

import hashlib
import os
import time
from concurrent.futures import ThreadPoolExecutor

from service import score

block = os.urandom(4_000_000)
TASKS = {
    "pure Python": score,
    "hashing, lets other threads run": lambda: hashlib.sha256(block).digest(),
    "waiting for a reply": lambda: time.sleep(0.02),
}


def seconds(threads, task):
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(60):
            pool.submit(task)
    return time.perf_counter() - start


for name, task in TASKS.items():
    rounds = [(seconds(60, task), seconds(os.cpu_count(), task)) for _ in range(4)]
    many, few = map(min, zip(*rounds))
    print(f"{name}: {os.cpu_count()} threads are {many / few:.2f} times as fast as 60")
