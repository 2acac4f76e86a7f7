"""Which way of exporting keeps both branches of an `if` on the values of a tensor?"""

import logging
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
logging.disable(logging.ERROR)
from export import Levelling, inputs, loud, quiet  # noqa: E402


class Cond(nn.Module):
    def forward(self, x):
        level = x.abs().mean()
        return torch.cond(level > 1, lambda x, level: x / level, lambda x, level: x.clone(), (x, level))


rows = {0: torch.export.Dim.AUTO, 1: torch.export.Dim.AUTO}
for name, make in (
    ("torch.jit.trace", lambda: torch.jit.trace(Levelling(), quiet)),
    ("torch.jit.script", lambda: torch.jit.script(Levelling())),
    ("torch.export", lambda: torch.export.export(Levelling(), (quiet,)).module()),
    ("torch.export with dynamic_shapes", lambda: torch.export.export(Levelling(), (quiet,), dynamic_shapes=(rows,)).module()),
    ("torch.export with torch.cond", lambda: torch.export.export(Cond(), (quiet,)).module()),
):
    try:
        made = make()
        print(f"{name}: right on quiet and loud", [made(x).allclose(Levelling()(x)) for x in inputs])
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:80]}")
