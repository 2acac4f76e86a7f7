"""Load the weights and answer one request."""

import torch
from torch import nn


def load_model():
    model = nn.Linear(4, 2)
    model.load_state_dict(torch.load("best.pt", map_location="cpu"))
    return model.to("cuda" if torch.cuda.is_available() else "cpu")


if __name__ == "__main__":
    print("answer", load_model()(torch.ones(4)).argmax().item())
