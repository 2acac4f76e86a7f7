"""Is it the cache? The same sizes with the C library told to keep its memory."""

import os
import resource
import subprocess
import sys

if len(sys.argv) == 1:
    keep = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "100000000000"}
    for name, extra in (("as it is", {}), ("memory kept", keep)):
        subprocess.run([sys.executable, __file__, name], env={**os.environ, **extra}, check=True)
else:
    from train import batch, compare, samples, step

    ratio = compare()
    x = samples(batch)
    step(x)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    step(x)
    pages = (resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before) / batch
    print(f"{sys.argv[1]}: large against small batch {ratio:.2f}, new pages per sample {pages:.1f}")
