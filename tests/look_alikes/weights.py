"""Weights saved under a wrapper, and loaded with strict at its default."""

from torch import nn


def refused():
    nn.Linear(3, 3).load_state_dict(nn.DataParallel(nn.Linear(3, 3)).state_dict())


def sound():
    nn.Linear(3, 3).load_state_dict(nn.Linear(3, 3).state_dict())
