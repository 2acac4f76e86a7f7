"""One logger for all modules of the project."""

import logging
import sys


def get_logger():
    log = logging.getLogger("forecast")
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    return log
