"""Train on sequences that get longer; the hidden states of each step stay on the card."""

from gpu import Gpu

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
