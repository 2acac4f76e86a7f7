"""What a forked worker copies of a model that was loaded before the fork, once it has used it."""

import gc
import os
import re

import numpy as np


def private():
    return sum(map(int, re.findall(r"Private_Dirty: +(\d+) kB", open("/proc/self/smaps_rollup").read())))


array = np.ones(8_000_000)
trees = [(float(i), float(-i)) for i in range(600_000)]
for name, model, use in (("array", array, np.sum), ("Python objects", trees, lambda t: sum(a for a, _ in t))):
    gc.freeze()
    if os.fork() == 0:
        before = private()
        use(model)
        size = array.nbytes if name == "array" else 600_000 * (56 + 2 * 24 + 8)
        print(f"{name}: {100 * (private() - before) * 1024 / size:.0f} % of the model became the worker's own", flush=True)
        os._exit(0)
    os.wait()
