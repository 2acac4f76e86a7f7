"""Train, keep the best weights on disk, and go on."""

import time
from argparse import Namespace

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
args = Namespace(width=4, classes=2)
model = nn.Linear(args.width, args.classes)
accuracies = np.array([0.61, 0.83, 0.79], dtype=np.float32)
torch.save(
    {"model": model.state_dict(), "accuracy": accuracies.max(), "args": args},
    "best.pt",
)
print("ready", flush=True)
time.sleep(600)
