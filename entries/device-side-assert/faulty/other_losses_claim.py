"""Five logits and a label that does not fit: which losses refuse it?"""

import torch
from torch import nn

F = nn.functional
torch.manual_seed(0)
logits = torch.randn(2, 5)
for name, loss, target in (
    ("cross_entropy, label 5", F.cross_entropy, torch.tensor([0, 5])),
    ("cross_entropy, label -1", F.cross_entropy, torch.tensor([0, -1])),
    ("cross_entropy, label -100", F.cross_entropy, torch.tensor([0, -100])),
    ("bce_with_logits, target 5", F.binary_cross_entropy_with_logits, torch.full((2, 5), 5.0)),
    ("binary_cross_entropy, target 5", F.binary_cross_entropy, torch.full((2, 5), 5.0)),
):
    try:
        value = loss(logits.sigmoid() if "binary" in name else logits, target)
        print(f"{name}: no error, loss {value.item():.3f}")
    except (IndexError, RuntimeError) as error:
        print(f"{name}: {type(error).__name__}: {error}")
