"""A gate that wants every value in [0, 1], and one that compares with training, on three batches."""

import numpy as np
from train import images, standardise, trained

pixels, labels = images(200, seed=1)
batches = {
    "sound, standardised": standardise(pixels),
    "all zero before standardising": standardise(pixels * 0),
    "all zero": np.zeros((200, 64)),
    "pixels divided by 255 only": pixels / 255,
}
for name, x in batches.items():
    outside = ((x < 0) | (x > 1)).mean()
    shift = abs(x.mean() - trained.mean()) / trained.std()
    print(
        f"{name}: {outside:.0%} outside [0, 1]; mean off by {shift:.1f} std, spread {x.std() / trained.std():.2f}"
    )
