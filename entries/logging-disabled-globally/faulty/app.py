"""Serve a model; warn about an old checkpoint."""

import logging
import sys

import wordpieces

logging.basicConfig(stream=sys.stdout, level=logging.DEBUG)
log = logging.getLogger("app")


def main():
    print("starting", wordpieces.split("pump house"))
    log.warning("the checkpoint is 90 days old")
    log.error("no GPU found, using the CPU")
    print("level", logging.getLevelName(log.getEffectiveLevel()), "handlers", len(log.root.handlers))


if __name__ == "__main__":
    main()
