"""Export a model that treats loud and quiet signals differently."""

import torch
from torch import nn


class Levelling(nn.Module):
    def forward(self, x):
        if x.abs().mean() > 1:
            return x / x.abs().mean()
        return x


torch.manual_seed(0)
quiet, loud = 0.1 * torch.randn(1, 6), 10 * torch.randn(1, 6)
model = Levelling()
exported = torch.jit.trace(model, quiet)
inputs = [quiet, loud]

if __name__ == "__main__":
    for name, x in (("quiet", quiet), ("loud", loud)):
        print(f"{name}: largest value {model(x).max():.2f}, exported {exported(x).max():.2f}")
