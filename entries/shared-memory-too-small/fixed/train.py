"""Feed images through one worker on a machine whose /dev/shm has Docker's default of 64 MiB."""

import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    """256 images of 224x224; a real one would decode files."""

    def __len__(self):
        return 256

    def __getitem__(self, index):
        return torch.full((3, 224, 224), index, dtype=torch.uint8)


loader = DataLoader(Images(), batch_size=128, num_workers=1)

if __name__ == "__main__":
    for step, x in enumerate(loader):
        x = x.float() / 255
        print(f"step {step} batch {tuple(x.shape)} mean {x.mean().item():.3f}")
