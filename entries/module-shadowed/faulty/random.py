"""Random sizes for the load test."""

import random

SIZES = [random.randint(1, 8) for _ in range(4)]
