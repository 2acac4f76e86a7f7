"""Two ranks that write the same path at the same time; each reads when it is done."""

import gzip
import multiprocessing

from data import PATH, download


def rank(start):
    start.wait()
    download(PATH, lambda: None)
    with gzip.open(PATH) as file:
        print(f"both write, then read: {len(file.readlines())} of 20000 lines", flush=True)


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    fork = multiprocessing.get_context("fork")
    start = fork.Barrier(2)
    ranks = [fork.Process(target=rank, args=(start,)) for number in range(2)]
    for process in ranks:
        process.start()
    for process in ranks:
        process.join()
