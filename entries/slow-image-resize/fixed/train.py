"""Load large photos and make them small; the timing of each call is printed."""

import cProfile
import pstats
import time

import numpy as np
import torch
from PIL import Image
from torch.utils.data import DataLoader, Dataset

noise = np.random.default_rng(0).integers(0, 255, (188, 250, 3), dtype=np.uint8)
Image.fromarray(noise).resize((3000, 2256)).save("photo.jpg")


class Photos(Dataset):
    """Eight photos of 3000x2256 (one file, read eight times) as 224x224."""

    def __len__(self):
        return 8

    def __getitem__(self, index):
        image = Image.open("photo.jpg")
        image.draft("RGB", (448, 448))  # the JPEG decoder leaves out what is not needed
        image = image.resize((224, 224), Image.Resampling.LANCZOS)
        return torch.from_numpy(np.array(image)).permute(2, 0, 1)


loader = DataLoader(Photos(), batch_size=4)

if __name__ == "__main__":
    profile = cProfile.Profile(time.process_time)
    profile.runcall(list, loader)
    spent = pstats.Stats(profile).get_stats_profile()
    for part in ("decode", "resize"):
        seconds = sum(f.tottime for name, f in spent.func_profiles.items() if part in name)
        print(f"{part}: {seconds / spent.total_tt:.0%} of the loading time")
