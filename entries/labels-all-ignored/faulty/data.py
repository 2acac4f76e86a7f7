"""Questions with a long context, and short answers, as word ids."""

import torch

CONTEXT, IGNORE, LIMIT = 40, -100, 32


def examples(count=8, context=CONTEXT):
    """Yield prompt ids and answer ids."""
    generator = torch.Generator().manual_seed(0)
    for _ in range(count):
        yield (
            torch.randint(2, 50, (context,), generator=generator).tolist(),
            torch.randint(2, 50, (4,), generator=generator).tolist(),
        )
