"""The same app, with its model loaded when it is imported."""

from app import app, load_model

load_model()
