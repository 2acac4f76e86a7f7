"""Train on texts padded to the longest of their batch; what does each step keep for backward?"""

from statistics import median

import torch
from torch import nn
from torch.utils.data import DataLoader

torch.manual_seed(0)
lengths = torch.randint(20, 50, (96,)).tolist()
lengths[41] = 700
texts = [torch.randint(1, 100, (length,)) for length in lengths]


def pad(batch):
    return nn.utils.rnn.pad_sequence(batch, batch_first=True)


loader = DataLoader(texts, batch_size=16, collate_fn=pad)
model = nn.Sequential(nn.Embedding(100, 32), nn.Linear(32, 128), nn.GELU(), nn.Linear(128, 1))


def kept(x):
    sizes = {}
    with torch.autograd.graph.saved_tensors_hooks(
        lambda t: sizes.update({t.data_ptr(): t.nbytes}) or t, lambda t: t
    ):
        model(x).mean().backward()
    return sum(sizes.values())


if __name__ == "__main__":
    steps = []
    for step, x in enumerate(loader):
        steps.append(kept(x))
        print(f"step {step} rows {x.shape[0]} longest {x.shape[1]} kept {steps[-1] / 2**20:.1f} MiB")
    print(f"the largest step keeps {max(steps) / median(steps):.1f} times the median")
