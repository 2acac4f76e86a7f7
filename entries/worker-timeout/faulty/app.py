"""Serve predictions; the model takes two and a half times the worker timeout to load."""

import time
from functools import lru_cache


@lru_cache
def load_model():
    time.sleep(5)
    return {"pump": "0.9"}


def app(environ, start_response):
    model = load_model()
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [model["pump"].encode()]
