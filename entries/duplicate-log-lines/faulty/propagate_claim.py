"""Does propagate = False stop the repeats? Count how often one line comes out."""

import io
import logging


def times(calls, root, propagate):
    """Lines for one record: `calls` of a get_logger, a handler on the root or not."""
    out = io.StringIO()
    log = logging.Logger("forecast")
    log.parent = logging.Logger("root")
    log.propagate = propagate
    for _ in range(calls):
        log.addHandler(logging.StreamHandler(out))
    if root:
        log.parent.addHandler(logging.StreamHandler(out))
    log.warning("one line")
    return out.getvalue().count("one line")


for calls, root in ((3, False), (1, True), (3, True)):
    print(
        f"get_logger called {calls} times, {'a' if root else 'no'} handler on the root:",
        f"{times(calls, root, True)} lines, with propagate = False {times(calls, root, False)}",
    )
