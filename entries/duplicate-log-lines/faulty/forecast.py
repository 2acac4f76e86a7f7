"""Train a forecast."""

from log_setup import get_logger
from weather import load

log = get_logger()

if __name__ == "__main__":
    days = load()
    for epoch in range(2):
        log.info("epoch %d: %d days", epoch, len(days))
