"""Fine-tune an adapter on a frozen base; the weights were loaded in half precision."""

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
base = nn.Linear(8, 8).requires_grad_(False)
adapter = nn.Linear(8, 1)
model = nn.Sequential(base, adapter).half().to(device)


def train():
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.01)
    scaler = torch.amp.GradScaler(device)
    for step in range(4):
        with torch.autocast(device, dtype=torch.float16):
            loss = model(torch.randn(16, 8, device=device)).pow(2).mean()
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        print(f"step {step} loss {loss.item():.3f}")


if __name__ == "__main__":
    train()
