"""Load scans from a folder; the scanner writes names such as 0001.PT."""

from pathlib import Path

import torch
from torch.utils.data import DataLoader, Dataset

folder = Path("scans")
folder.mkdir(exist_ok=True)
for number in range(6):
    torch.save(torch.full((2, 2), float(number)), folder / f"{number:04}.PT")


class Scans(Dataset):
    """The scans below a folder."""

    def __init__(self, folder):
        self.paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".pt")
        if not self.paths:
            raise FileNotFoundError(f"no .pt file in {folder.resolve()}")

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


loader = DataLoader(Scans(folder), batch_size=2, shuffle=True)

if __name__ == "__main__":
    for step, batch in enumerate(loader):
        print(f"step {step} batch of {len(batch)}")
