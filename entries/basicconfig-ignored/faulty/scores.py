"""Scores of a sentence, with or without the fast version."""

import logging

try:
    import fastscores
except ImportError:
    fastscores = None
    logging.warning("fastscores is not installed, using the slow version")


def mean(values):
    return sum(values) / len(values)
