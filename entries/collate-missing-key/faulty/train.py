"""Batch photos; only some of them were given a mask."""

import torch
from torch.utils.data import DataLoader, Dataset


class Photos(Dataset):
    """A photo, and a mask if somebody drew one."""

    def __len__(self):
        return 6

    def __getitem__(self, index):
        sample = {"image": torch.zeros(3, 4, 4), "label": index % 2}
        if index not in (2, 3):
            sample["mask"] = torch.ones(4, 4)
        return sample


loader = DataLoader(Photos(), batch_size=3)

if __name__ == "__main__":
    for step, batch in enumerate(loader):
        print(f"step {step} keys {sorted(batch)}")
