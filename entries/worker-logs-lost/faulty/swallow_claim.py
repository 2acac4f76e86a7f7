"""Where do the lines of a worker end: in the parent, or in the worker itself?"""

import logging
import multiprocessing

from embed import log, setup


def look(method):
    """The state of logging in the worker; its info line and its warning, sent from there."""
    log.info("an info line from a worker started by %s", method)
    log.warning("a warning from a worker started by %s", method)
    return f"{len(logging.root.handlers)} handlers, level {logging.getLevelName(log.getEffectiveLevel())}"


if __name__ == "__main__":
    setup()
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(1) as workers:
            print(f"worker by {method}:", workers.apply(look, (method,)), flush=True)
