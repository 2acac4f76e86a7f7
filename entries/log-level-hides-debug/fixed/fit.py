"""Train, with the debug lines of the data part in the log."""

import logging
import sys

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(name)s %(levelname)s %(message)s")
log = logging.getLogger("fit")
data_log = logging.getLogger("fit.data")
data_log.setLevel(logging.DEBUG)


def batches():
    for number in range(3):
        data_log.debug("batch %d: 32 rows, %d of them empty", number, number)
        yield number


if __name__ == "__main__":
    log.info("Starting training")
    for batch in batches():
        print("step", batch)
