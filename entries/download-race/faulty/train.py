"""Two ranks start one after the other, as under torchrun, and read the same data set."""

import gzip
import multiprocessing

from data import available


def rank(number, first_piece):
    with gzip.open(available(first_piece.set)) as file:
        print(f"rank {number} read {len(file.readlines())} lines", flush=True)


if __name__ == "__main__":
    fork = multiprocessing.get_context("fork")
    first_piece = fork.Event()
    ranks = [fork.Process(target=rank, args=(number, first_piece)) for number in range(2)]
    ranks[0].start()
    first_piece.wait()
    ranks[1].start()
    for process in ranks:
        process.join()
    raise SystemExit(max(process.exitcode for process in ranks))
