"""The data of the forecast."""

from log_setup import get_logger

log = get_logger()


def load():
    log.info("365 days loaded")
    return range(365)
