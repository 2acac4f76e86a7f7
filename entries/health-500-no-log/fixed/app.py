"""A service with a health check and its own logging."""

import logging.config
from pathlib import Path

from fastapi import FastAPI

logging.config.dictConfig({
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(message)s"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stdout"}},
    "root": {"level": "INFO", "handlers": ["out"]},
})  # fmt: skip
log = logging.getLogger(__name__)
app = FastAPI()


@app.get("/health")
def health():
    return {"weights": Path("weights.bin").stat().st_size}
