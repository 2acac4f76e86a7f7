"""Classify scans, which a flatbed scanner saved as grey images."""

import tempfile
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)


class Scans(Dataset):
    def __init__(self, folder):
        self.files = sorted(Path(folder).glob("*.png"))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        image = np.array(Image.open(self.files[index]).convert("RGB"))
        image = image[None] if image.ndim == 2 else image.transpose(2, 0, 1)
        return torch.from_numpy(image.astype("float32") / 255), index % 2


folder = tempfile.mkdtemp()
for number in range(8):
    grey = np.random.default_rng(number).integers(0, 256, (28, 28), dtype="uint8")
    Image.fromarray(grey).save(f"{folder}/{number}.png")
loader = DataLoader(Scans(folder), batch_size=4)
model = nn.Sequential(nn.Conv2d(3, 16, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 2))

if __name__ == "__main__":
    for step, (x, y) in enumerate(loader):
        print(f"step {step} loss {nn.functional.cross_entropy(model(x), y).item():.3f}")
