"""Train on the third GPU and keep the weights. There is no GPU here: the tag is put in by hand."""

import time

import torch
from torch import nn

torch.serialization.register_package(0, lambda storage: "cuda:2", lambda storage, location: None)
torch.manual_seed(0)
torch.save(nn.Linear(4, 2).state_dict(), "best.pt")
print("ready", flush=True)
time.sleep(600)
