"""Does a loader without workers pin its batches? The device is a stand-in that counts the calls."""

import torch
from torch.utils.data import DataLoader, TensorDataset, _utils

pinned = []
torch.accelerator.is_available = lambda: True
torch.accelerator.current_accelerator = lambda: torch.device("cuda")
_utils.pin_memory.pin_memory = lambda batch, device=None: pinned.append(device) or batch
for asked in (True, False):
    pinned.clear()
    steps = len(list(DataLoader(TensorDataset(torch.arange(12.0)), batch_size=4, pin_memory=asked)))
    print(f"pin_memory={asked}, num_workers=0: {len(pinned)} of {steps} batches went to be pinned")
