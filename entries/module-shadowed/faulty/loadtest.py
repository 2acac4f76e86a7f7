"""Send batches of random sizes to the model."""

from random import SIZES


def predict(size):
    return [0.5] * size


for size in SIZES:
    print(f"batch of {size}: {len(predict(size))} answers")
