"""The right order, and a gradient scaler that has to skip steps: is the warning gone, is the rate kept?"""

import warnings

import torch
from torch import nn


def run(guarded):
    torch.manual_seed(0)
    model = nn.Linear(5, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**20)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for skipped in range(20):
            with torch.autocast("cpu", dtype=torch.float16):
                loss = model(torch.randn(64, 5)).pow(2).mean()
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            used, scale = optimizer.param_groups[0]["lr"], scaler.get_scale()
            scaler.step(optimizer)
            scaler.update()
            if not guarded or scaler.get_scale() >= scale:
                scheduler.step()
            if scaler.get_scale() >= scale:
                break
    warned = any("lr_scheduler.step()" in str(warning.message) for warning in seen)
    print(f"guarded {guarded}: warning {warned}, {skipped} steps skipped, first rate used {used}")


run(guarded=False)
run(guarded=True)
