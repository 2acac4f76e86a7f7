"""A tokenizer from another project, which found its own warnings a nuisance."""

import logging

logging.getLogger("wordpieces").setLevel(logging.CRITICAL)


def split(text):
    logging.getLogger("wordpieces").warning("no vocabulary given, splitting at spaces")
    return text.split()
