"""An event simulation of a server with dynamic batching, in milliseconds of simulated time."""

import random

FIXED, EACH = 4.0, 0.5  # a batch of n takes FIXED + EACH * n


def simulate(per_second, delay, max_batch=16, instances=1, requests=20_000):
    """(wait, compute, batch) of each request: a batch starts when full, or its first waited `delay`."""
    clock, arrivals, draw = 0.0, [], random.Random(0)
    for _ in range(requests):
        clock += draw.expovariate(per_second / 1000)
        arrivals.append(clock)
    free, first, rows = [0.0] * instances, 0, []
    while first < requests:
        full = arrivals[min(first + max_batch, requests) - 1]
        start = max(min(free), min(full, arrivals[first] + delay))
        last = first + 1
        while last < min(first + max_batch, requests) and arrivals[last] <= start:
            last += 1
        compute = FIXED + EACH * (last - first)
        free[free.index(min(free))] = start + compute
        rows += [(start - at, compute, last - first) for at in arrivals[first:last]]
        first = last
    return rows


def p99(rows):
    return sorted(wait + compute for wait, compute, _ in rows)[len(rows) * 99 // 100]
