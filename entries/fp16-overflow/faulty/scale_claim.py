"""What the initial scale of GradScaler does to a sound loss, and to a loss that overflows."""

import torch
from torch import nn

for name, factor in (("sound", 1.0), ("overflowing", 1e5)):
    for scale in (2.0**-24, 1.0, 2.0**16, 2.0**32):
        torch.manual_seed(0)
        model, x = nn.Linear(8, 1), torch.randn(16, 8) * factor
        optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
        scaler = torch.amp.GradScaler("cpu", init_scale=scale)
        with torch.autocast("cpu", dtype=torch.float16):
            loss = model(x).float().pow(2).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        grad = model.weight.grad.abs().max().item()
        scaler.update()
        print(f"{name}, scale {scale:g}: loss {loss.item():.3g}, largest gradient {grad:.3g}, next scale {scaler.get_scale():g}")
