"""Is logger.setLevel(logging.DEBUG) enough? Count the debug lines that come out."""

import contextlib
import io
import logging

log = logging.getLogger("claim")
print("without a call, the effective level is", logging.getLevelName(log.getEffectiveLevel()))
log.setLevel(logging.DEBUG)


def lines(handler_level):
    """How many debug lines come out with a handler of that level on the root, or with none."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    logging.root.handlers = [] if handler_level is None else [handler]
    handler.setLevel(handler_level or logging.NOTSET)
    with contextlib.redirect_stderr(out):
        log.debug("a debug line")
    return out.getvalue().count("\n")


print("logger at DEBUG, no handler:", lines(None), "lines")
print("logger at DEBUG, a handler at INFO:", lines(logging.INFO), "lines")
print("logger at DEBUG, a handler without a level:", lines(logging.NOTSET), "lines")
