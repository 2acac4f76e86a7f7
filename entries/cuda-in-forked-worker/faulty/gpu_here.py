"""A stand-in for a GPU: tensors stay where they are, the rule about forks is torch's own.

The real library marks itself as "in a bad fork" by a fork handler, as is done here. The message
comes from torch.cuda._lazy_init itself.
"""

import os

import torch

bad_fork = []
os.register_at_fork(after_in_child=lambda: torch.cuda._initialized and bad_fork.append(1))
torch.cuda._is_in_bad_fork = lambda: bool(bad_fork)
torch.cuda._initialized = True
torch.Tensor.cuda = lambda tensor, *where, **options: torch.cuda._lazy_init() or tensor
