"""Which ids give a row of zeros, and which raise?"""

import torch
from torch import nn

torch.manual_seed(0)
for name, words in (
    ("plain", nn.Embedding(10, 4)),
    ("padding_idx=0", nn.Embedding(10, 4, padding_idx=0)),
):
    for index in (0, 9, 10, -1):
        try:
            row = words(torch.tensor([index]))
            print(f"{name}, id {index}: all zero: {not row.any()}")
        except IndexError as error:
            print(f"{name}, id {index}: IndexError: {error}")
