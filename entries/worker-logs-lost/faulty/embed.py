"""Embed the parts of a corpus in worker processes."""

import logging
import multiprocessing
import sys

log = logging.getLogger("embed")


def setup():
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(processName)s: %(message)s")


def embed(part):
    log.info("embedding part %d", part)
    return part


def pool():
    return multiprocessing.get_context("spawn").Pool(2)


if __name__ == "__main__":
    setup()
    log.info("four parts to embed")
    with pool() as workers:
        workers.map(embed, range(4))
    log.info("all parts embedded")
