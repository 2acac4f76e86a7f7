"""Elementwise work on a batch of activations, as between two layers of a network."""

import time

import torch

torch.manual_seed(0)
torch.set_num_threads(1)
batch = 96


def samples(n):
    return torch.randn(n, 256)


def step(x):
    return (torch.nn.functional.gelu(x) * x + x.sigmoid()).tanh()


def rate(n):
    """Samples per second of processor time in batches of n, the best of three trials."""
    x, best = samples(n), 0.0
    step(x)
    for _ in range(3):
        done, begun = 0, time.process_time()
        while time.process_time() - begun < 0.3:
            step(x)
            done += n
        best = max(best, done / (time.process_time() - begun))
    return best


if __name__ == "__main__":
    ratio = rate(batch) / rate(batch // 16)
    verdict = "is slower per sample" if ratio < 0.7 else "does not lose"
    print(f"batch {batch} against {batch // 16}: {ratio:.2f} times the samples per second")
    print(f"the larger batch {verdict}")
