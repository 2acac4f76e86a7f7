"""Train on images; each batch goes to the GPU."""

import gpu_here  # noqa: F401  stands in for a GPU
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    """Sixteen small images."""

    def __init__(self):
        self.images = torch.randn(16, 3, 8, 8, generator=torch.Generator().manual_seed(0))

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index].cuda()


loader = DataLoader(Images(), batch_size=4, num_workers=1)

if __name__ == "__main__":
    model = nn.Conv2d(3, 4, 3).cuda()
    for step, batch in enumerate(loader):
        print(f"step {step} mean {model(batch).mean().item():.4f}")
