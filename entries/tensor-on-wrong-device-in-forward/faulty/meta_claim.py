"""Which operations refuse a CPU tensor beside one on the meta device?"""

import torch
from torch import nn

x = torch.zeros(4, 8, device="meta")
for name, run in (
    ("x + y", lambda: x + torch.zeros(4, 8)),
    ("cat", lambda: torch.cat([x, torch.zeros(4, 8)])),
    ("nn.Linear on the CPU", lambda: nn.Linear(8, 2)(x)),
    ("nn.GRU with a hidden state on the CPU", lambda: nn.GRU(8, 3, device="meta")(x[None], torch.zeros(1, 4, 3))),
    ("x @ y", lambda: x @ torch.zeros(8, 2)),
    ("nn.Conv1d on the CPU", lambda: nn.Conv1d(4, 2, 1)(x[None])),
    ("nn.Embedding with ids on the CPU", lambda: nn.Embedding(3, 2, device="meta")(torch.zeros(2, dtype=torch.long))),
):
    try:
        run()
        print(f"{name}: passes")
    except RuntimeError as error:
        print(f"{name}: {error}")
