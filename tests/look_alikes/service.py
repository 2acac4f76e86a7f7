"""Lines to stdout up to info and to stderr from warnings on; a service that is not ready."""

import logging
import sys

from fastapi import FastAPI, HTTPException

log = logging.getLogger("service")
log.setLevel(logging.DEBUG)
log.propagate = False
out, err = logging.StreamHandler(sys.stdout), logging.StreamHandler(sys.stderr)
out.addFilter(lambda record: record.levelno < logging.WARNING)
err.setLevel(logging.WARNING)
log.addHandler(out)
log.addHandler(err)
app = FastAPI()


@app.get("/health")
def health():
    raise HTTPException(503)
