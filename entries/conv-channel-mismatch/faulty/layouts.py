"""What a convolution for three channels says to eight images in other layouts."""

import torch
from torch import nn

conv = nn.Conv2d(3, 16, 3)
for name, shape in (
    ("grey", (8, 1, 28, 28)),
    ("RGBA", (8, 4, 28, 28)),
    ("height, width, channels", (8, 28, 28, 3)),
    ("grey, no channel dimension", (8, 28, 28)),
    ("three grey images, no channel dimension", (3, 28, 28)),
):
    try:
        print(f"{name}: passes, output {tuple(conv(torch.zeros(shape)).shape)}")
    except RuntimeError as error:
        print(f"{name}: {str(error).split(', ', 1)[1]}")
