"""Train a small network on augmented pictures; wait and step are timed apart."""

import time

import torch
from torch.nn.functional import avg_pool2d, cross_entropy
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
torch.set_num_threads(1)


class Pictures(Dataset):
    """112 pictures of 256x256, blurred and cropped to 32x32 at random."""

    def __init__(self):
        self.full = torch.rand(8, 3, 256, 256)

    def __len__(self):
        return 112

    def __getitem__(self, index):
        top, left = torch.randint(0, 212, (2,))
        picture = self.full[index % 8]
        picture = avg_pool2d(picture, 9, stride=1)
        picture = picture[:, top : top + 32, left : left + 32]
        return picture.flatten(), index % 8


loader = DataLoader(Pictures(), batch_size=16)
model = torch.nn.Sequential(torch.nn.Linear(3072, 2048), torch.nn.ReLU(), torch.nn.Linear(2048, 8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def step(batch):
    x, y = batch
    optimizer.zero_grad()
    loss = cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


if __name__ == "__main__":
    waited = stepped = 0.0
    batches = iter(loader)
    for number in range(len(loader)):
        begun = time.process_time()
        batch = next(batches)
        got = time.process_time()
        loss = step(batch)
        waited, stepped = waited + got - begun, stepped + time.process_time() - got
    print(f"loss {loss:.3f}, {waited / (waited + stepped):.0%} of the time waiting for data")
