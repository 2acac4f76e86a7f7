"""Score requests in a pool of threads; 60 requests arrive at once."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(max_workers=os.cpu_count())


def score():
    """Pure Python work of some 20 ms."""
    return sum(i * i % 7 for i in range(200_000))


if __name__ == "__main__":
    start, done = time.perf_counter(), []
    futures = [pool.submit(score) for _ in range(60)]
    for future in futures:
        future.add_done_callback(lambda _: done.append(time.perf_counter() - start))
    pool.shutdown()
    print(f"{pool._max_workers} threads, {len(done) / done[-1]:.0f} requests per second")
    print(f"a tenth of them answered after {100 * done[5] / done[-1]:.0f} % of the time")
    print(f"mean wait {100 * sum(done) / len(done) / done[-1]:.0f} % of the time")
