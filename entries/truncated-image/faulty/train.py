"""Load photos one by one."""

import numpy as np
from photos import folder
from PIL import Image


class Photos:
    """The pixels of each photo in a folder."""

    def __init__(self, folder):
        self.paths = sorted(folder.glob("*.jpg"))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return np.asarray(Image.open(self.paths[index]).convert("RGB"))


dataset = Photos(folder)

if __name__ == "__main__":
    for index in range(len(dataset)):
        print(f"photo {index} mean {dataset[index].mean():.1f}")
