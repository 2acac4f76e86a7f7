"""What BatchNorm2d does with a batch of one, for maps of several sizes."""

import torch
from torch import nn

torch.manual_seed(0)
for height, width in ((1, 1), (1, 2), (4, 4)):
    norm = nn.BatchNorm2d(16)
    try:
        out = norm(torch.randn(1, 16, height, width))
    except ValueError as error:
        print(f"{height}x{width} map: raises: {error}")
        continue
    everything = torch.cat([out.flatten(), norm.running_mean, norm.running_var])
    print(f"{height}x{width} map: trains, every value finite: {everything.isfinite().all()}")
