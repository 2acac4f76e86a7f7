"""Prepare a data set and keep a log of it."""

import logging
import os

import scores


def setup():
    logging.basicConfig(filename="run.log", level=logging.INFO, format="%(asctime)s %(message)s")


if __name__ == "__main__":
    setup()
    logging.info("mean score %.2f", scores.mean([3, 4, 5]))
    print("run.log is there:", os.path.exists("run.log"))
