"""Train on sequences that get longer; the hidden states of each step stay on the card."""

import os

from gpu import Gpu

os.environ["PYTORCH_ALLOC_CONF"] = "expandable_segments:True"
gpu = Gpu()
results = []


def train():
    for step in range(8):
        activations = gpu.malloc(10 + 2 * step)
        gpu.free(activations)
        results.append(gpu.malloc(6 + step))
        print(f"step {step} allocated {gpu.allocated} MiB reserved {gpu.reserved} MiB", flush=True)


if __name__ == "__main__":
    train()
