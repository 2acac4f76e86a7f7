"""Open files and never close them, under one limit after the other."""

import resource

_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
for limit in (16, 32, 64):
    limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    kept = []
    try:
        while True:
            kept.append(open(__file__))
    except OSError as error:
        print(f"limit {limit}: file {len(kept) + 1} of the leak: {error.strerror}")
    del kept
try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (65536, hard))
    print("limit 65536: granted")
except ValueError as error:
    print(f"limit 65536: {error}")
