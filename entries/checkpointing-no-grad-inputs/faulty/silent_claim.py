"""What learns, with each cure: an adapter in the blocks, a head after them."""

import warnings

import torch
import train
from torch.utils import checkpoint as package

warnings.simplefilter("ignore")
tokens = torch.randint(0, 100, (16, 5))


def learns(name, reentrant, hook=False):
    train.checkpoint = lambda block, x, use_reentrant: package.checkpoint(block, x, use_reentrant=reentrant)
    model = train.Model()
    if hook:
        model.embedding.register_forward_hook(lambda module, args, output: output.requires_grad_())
    model(tokens).sum().backward()
    with_gradient = [n for n, p in model.named_parameters() if p.grad is not None]
    adapters = sum("adapter" in n for n in with_gradient)
    print(f"{name}: gradients in {adapters} of 6 adapter tensors, in the head {'head.weight' in with_gradient}")


learns("use_reentrant=True", reentrant=True)
learns("use_reentrant=True, embedding output requires grad", reentrant=True, hook=True)
learns("use_reentrant=False", reentrant=False)
