"""The pretrained network and its checkpoint."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Linear(16, 32)
        self.head = nn.Linear(32, classes)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def checkpoint():
    """Write the checkpoint of a model with ten classes; its body is all sevens. Return the path."""
    model = Net(classes=10)
    nn.init.constant_(model.body.weight, 7)
    torch.save(model.state_dict(), "pretrained.pt")
    return "pretrained.pt"
