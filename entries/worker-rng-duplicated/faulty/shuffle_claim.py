"""The order of samples in two epochs, with two workers."""

import torch
from torch.utils.data import DataLoader

torch.manual_seed(0)
loader = DataLoader(range(8), batch_size=8, shuffle=True, num_workers=2)
for epoch in range(2):
    print(f"epoch {epoch} order {[index for batch in loader for index in batch.tolist()]}")
