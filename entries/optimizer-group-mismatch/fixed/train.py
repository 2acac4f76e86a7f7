"""Fine-tune in two stages: the head first, then, resumed from its checkpoint, the whole model."""

import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(64, 8), torch.randint(0, 2, (64,))


def build(freeze):
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
    model[0].requires_grad_(not freeze)
    return model, torch.optim.Adam(model.parameters(), lr=0.01)


def train(model, optimizer, name):
    for _ in range(20):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{name}: loss {loss.item():.3f}")


def first_stage():
    model, optimizer = build(freeze=True)
    train(model, optimizer, "head only")
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, "stage1.pt")


def resume():
    first_stage()
    model, optimizer = build(freeze=False)
    saved = torch.load("stage1.pt")
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    train(model, optimizer, "whole model")


if __name__ == "__main__":
    resume()
