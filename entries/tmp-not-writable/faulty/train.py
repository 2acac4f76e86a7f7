"""Train for one epoch, with one loader worker."""

import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.arange(8.0)), batch_size=4, num_workers=1, timeout=5)

if __name__ == "__main__":
    print("epoch 0", flush=True)
    for step, (x,) in enumerate(loader):
        print(f"step {step} mean {x.mean().item():.1f}", flush=True)
