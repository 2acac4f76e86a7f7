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
    """Samples per second of processor time in batches of n."""
    x, done = samples(n), 0
    step(x)
    begun = time.process_time()
    while time.process_time() - begun < 0.3:
        step(x)
        done += n
    return done / (time.process_time() - begun)


def compare():
    """Rate of the batch against that of a small one: the best of five trials each, made in turn."""
    trials = [(rate(batch), rate(batch // 16)) for _ in range(5)]
    large, small = map(max, zip(*trials))
    return large / small


if __name__ == "__main__":
    ratio = compare()
    verdict = "is slower per sample" if ratio < 0.9 else "does not lose"
    print(f"batch {batch} against {batch // 16}: {ratio:.2f} times the samples per second")
    print(f"the larger batch {verdict}")
