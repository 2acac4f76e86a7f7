"""After which layers does ReLU(inplace=True) break the backward pass?"""

import torch
from torch import nn

torch.manual_seed(0)
IMAGE, ROW = (4, 3, 6, 6), (4, 8)
LAYERS = (
    (nn.Linear(8, 8), ROW), (nn.Conv2d(3, 3, 1), IMAGE), (nn.BatchNorm2d(3), IMAGE),
    (nn.LayerNorm(8), ROW), (nn.MaxPool2d(2), IMAGE), (nn.GELU(), ROW), (nn.Dropout(), ROW),
    (nn.ReLU(), ROW), (nn.Sigmoid(), ROW), (nn.Tanh(), ROW), (nn.Softmax(dim=-1), ROW),
)
for layer, shape in LAYERS:
    x = torch.randn(shape, requires_grad=True)
    try:
        nn.ReLU(inplace=True)(layer(x)).sum().backward()
        print(f"{type(layer).__name__}: backward runs")
    except RuntimeError as error:
        print(f"{type(layer).__name__}: {str(error).split(':')[0]}")
