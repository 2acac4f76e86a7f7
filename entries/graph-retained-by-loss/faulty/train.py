"""Sum the validation loss over an epoch, and watch the memory of the process."""

import torch
from torch import nn

torch.manual_seed(0)
blocks = [nn.Sequential(nn.Linear(64, 64), nn.GELU()) for _ in range(3)]
model = nn.Sequential(*blocks, nn.Linear(64, 1))
batches = [torch.randn(4096, 64) for _ in range(8)]


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096 >> 20


def validate():
    total, start = 0, resident()
    for step in range(40):
        loss = model(batches[step % 8]).pow(2).mean()
        total += loss
        if step % 10 == 9:
            print(f"step {step} mean loss {total / (step + 1):.4f} grew by {resident() - start} MiB")


if __name__ == "__main__":
    validate()
