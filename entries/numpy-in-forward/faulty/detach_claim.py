"""What becomes of the training when detach() is put in, as the message says?"""

import numpy as np
import torch
from torch import nn

from train import Net, loader


class Detached(Net):
    def forward(self, x):
        h = torch.from_numpy(np.clip(self.body(x).detach().numpy(), 0, 6))
        return self.head(h)


class Clamped(Net):
    def forward(self, x):
        return self.head(torch.clamp(self.body(x), 0, 6))


for kind in (Detached, Clamped):
    torch.manual_seed(0)
    model = kind()
    before = model.body.weight.clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(200):
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    moved = not model.body.weight.equal(before)
    print(f"{kind.__name__}: no error, loss {loss.item():.3f}, body moved: {moved}")
