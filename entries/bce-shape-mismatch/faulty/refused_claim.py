"""Prediction (N, 1) against target (N,): which losses refuse, and what a model learns from the rest."""

import warnings

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(128, 5)
y = x.sum(dim=1)
losses = (nn.BCEWithLogitsLoss, nn.MSELoss, nn.L1Loss, nn.HuberLoss, nn.PoissonNLLLoss)
for loss_class in losses:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            loss_class()(x[:, :1], y)
            said = "warns" if seen else "says nothing"
        except ValueError:
            said = "refuses"
    print(f"{loss_class.__name__}: {said}")
warnings.simplefilter("ignore")
for name, target in (("(N,)", y), ("(N, 1)", y[:, None])):
    model = nn.Linear(5, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(300):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), target).backward()
        optimizer.step()
    explained = 1 - (model(x)[:, 0] - y).var() / y.var()
    print(f"MSELoss with target {name}: variance explained {explained.item():.2f}")
