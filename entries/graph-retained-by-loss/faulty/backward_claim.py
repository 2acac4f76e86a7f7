"""Bytes that autograd keeps for 40 losses in a list: before backward, after it, under no_grad."""

import weakref

import torch
from torch.autograd.graph import saved_tensors_hooks
from train import batches, model


class Saved:
    """Holds one tensor that the graph saved for backward."""

    def __init__(self, tensor):
        self.tensor, self.leaf = tensor.detach(), tensor.is_leaf
        alive.add(self)


alive = weakref.WeakSet()


def kept(name, backward=False, item=False, gradients=True):
    losses = []
    with torch.set_grad_enabled(gradients), saved_tensors_hooks(Saved, lambda s: s.tensor):
        for step in range(40):
            loss = model(batches[step % 8]).pow(2).mean()
            if backward:
                loss.backward()
            losses.append(loss.item() if item else loss)
        del loss
    own = sum(saved.tensor.nbytes for saved in alive if not saved.leaf)
    print(f"{name}: {own >> 20} MiB")


kept("backward, then the loss itself is kept", backward=True)
kept("no backward, the loss itself is kept")
kept("no backward, loss.item() is kept", item=True)
kept("no_grad is never left, the loss itself is kept", gradients=False)
