"""Serve predictions; the model takes two and a half times the worker timeout to load."""

import time


def load_model():
    time.sleep(5)
    return {"pump": "0.9"}


model = load_model()


def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [model["pump"].encode()]
