"""Two weights that carry nothing but noise, one with large gradients: weight decay should shrink both."""

import torch
from torch import nn

torch.manual_seed(0)
noise = torch.randn(300, 2) * torch.tensor([10.0, 0.01])
weight = nn.Parameter(torch.ones(2))
optimizer = torch.optim.AdamW([weight], lr=0.001, weight_decay=1.0)


def train():
    for step in range(300):
        loss = (weight * noise[step]).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 99:
            large, small = weight.tolist()
            print(f"step {step} weight with large gradients {large:.2f}, with small {small:.2f}")


if __name__ == "__main__":
    train()
