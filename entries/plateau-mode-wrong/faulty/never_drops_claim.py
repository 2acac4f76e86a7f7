"""The rate after twelve epochs, for each mode and each direction of the metric."""

import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

series = {
    "rises": [0.50 + 0.02 * epoch for epoch in range(12)],
    "falls": [0.90 - 0.02 * epoch for epoch in range(12)],
    "is flat": [0.50] * 12,
}
for mode in ("min", "max"):
    for name, values in series.items():
        optimizer = torch.optim.SGD([torch.zeros(1)], lr=0.1)
        scheduler = ReduceLROnPlateau(optimizer, mode=mode, patience=2)
        for value in values:
            scheduler.step(value)
        print(f"mode={mode}, metric {name}: rate 0.1 -> {scheduler.get_last_lr()[0]:.6f}")
