"""Export a network that first brings its input to one size."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 4, 3)

    def forward(self, x):
        x = nn.functional.interpolate(x, size=(16, 16), mode="bilinear", antialias=True)
        return self.body(x)


def export():
    torch.manual_seed(0)
    torch.onnx.export(Net().eval(), (torch.randn(1, 3, 40, 40),), "net.onnx", dynamo=False)


if __name__ == "__main__":
    export()
    print("net.onnx is written")
