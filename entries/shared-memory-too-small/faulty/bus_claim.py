"""Three ways to outgrow /dev/shm, and what the training loop sees of each."""

from multiprocessing.shared_memory import SharedMemory

import torch
from torch.utils.data import DataLoader, Dataset

from train import loader


class OwnMapping(Dataset):
    """Writes 77 MB into a shared block that nobody has reserved."""

    def __len__(self):
        return 1

    def __getitem__(self, index):
        block = SharedMemory(create=True, size=77_000_000)
        block.buf[:] = bytes(77_000_000)
        return index


def show(name, loader):
    try:
        next(iter(loader))
    except RuntimeError as error:
        print(f"{name}:", str(error.__cause__ or error).strip().splitlines()[-1])


if __name__ == "__main__":
    show("default collate", loader)
    own = DataLoader(loader.dataset, 128, num_workers=1, collate_fn=torch.stack, timeout=5)
    show("own collate, which waits for ever without timeout=5", own)
    show("own mapping", DataLoader(OwnMapping(), num_workers=1))
