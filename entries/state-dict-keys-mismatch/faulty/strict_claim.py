"""What strict=False keeps quiet about, and what it does not."""

import torch
from torch import nn

model = nn.Linear(4, 2)
result = model.load_state_dict({"module.weight": model.weight.detach()}, strict=False)
print("other name:", result)
try:
    model.load_state_dict({"weight": torch.zeros(3, 4)}, strict=False)
except RuntimeError as error:
    print("other size:", " ".join(str(error).split()))
