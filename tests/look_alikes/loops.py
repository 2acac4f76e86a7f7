"""Sound training loops that look like faults, and one fault that looks like another."""

import torch
from torch import nn

maker, judge = nn.Linear(4, 4), nn.Linear(4, 1)
encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 1)
causal = nn.Transformer.generate_square_subsequent_mask(5)


def two_optimizers():
    """The gradients of the two differ by millions, and each is steady."""
    for model, scale in [(judge, 1e-3), (maker, 1e3)] * 8:
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
        for group in (maker, judge):
            group.zero_grad()
        (judge(maker(torch.ones(8, 4))) * scale).mean().backward()
        optimizer.step()


def one_nan():
    """Not a jump of the gradient but a nan out of nowhere."""
    optimizer = torch.optim.SGD(judge.parameters(), lr=1e-3)
    for step in range(12):
        optimizer.zero_grad()
        (judge(torch.ones(8, 4)).mean() * (torch.nan if step == 9 else 1)).backward()
        optimizer.step()


def masked():
    """The mask holds -inf on purpose."""
    optimizer = torch.optim.SGD(encoder.parameters(), lr=1e-3)
    for _ in range(3):
        optimizer.zero_grad()
        encoder(torch.ones(2, 5, 8), causal).pow(2).mean().backward()
        optimizer.step()
