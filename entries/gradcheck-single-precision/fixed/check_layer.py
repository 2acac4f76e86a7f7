"""Check the backward pass of a hand-written activation."""

import torch
from torch.autograd import Function, gradcheck


class Swish(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        gate = torch.sigmoid(x)
        return grad * (gate + x * gate * (1 - gate))


def check():
    torch.manual_seed(0)
    x = torch.randn(3, 2, dtype=torch.double, requires_grad=True)
    return gradcheck(Swish.apply, (x,))


if __name__ == "__main__":
    print("the backward pass is right:", check())
