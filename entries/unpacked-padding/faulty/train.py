"""Estimate a level from the readings of a day; days are padded to the longest of the batch."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(1, 16, batch_first=True)
        self.head = nn.Linear(16, 1)

    def forward(self, x, lengths):
        output, _ = self.gru(x)
        return self.head(output[:, -1])


torch.manual_seed(0)
lengths = torch.tensor([4, 40] * 16)
valid = torch.arange(40)[None, :, None] < lengths[:, None, None]
days = (torch.randn(32, 1, 1) + 0.3 * torch.randn(32, 40, 1)) * valid
loader = DataLoader(TensorDataset(days, lengths), batch_size=8)
model = Net()

if __name__ == "__main__":
    guess = model(days, lengths).detach()
    for name, n in (("long", 40), ("short", 4)):
        print(f"{name} days: predictions spread by {guess[lengths == n].std():.3f}")
    alone = model(days[:1, :4], lengths[:1]).item()
    print(f"first day alone {alone:.3f}, beside a long one {guess[0].item():.3f}")
