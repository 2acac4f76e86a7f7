"""Load photos one by one."""

import numpy as np
from photos import folder
from PIL import Image


def readable(path):
    try:
        Image.open(path).load()
    except OSError as error:
        print(f"left out: {path}: {error}")
        return False
    return True


class Photos:
    """The pixels of each photo in a folder."""

    def __init__(self, folder):
        self.paths = [path for path in sorted(folder.glob("*.jpg")) if readable(path)]

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return np.asarray(Image.open(self.paths[index]).convert("RGB"))


dataset = Photos(folder)

if __name__ == "__main__":
    for index in range(len(dataset)):
        print(f"photo {index} mean {dataset[index].mean():.1f}")
