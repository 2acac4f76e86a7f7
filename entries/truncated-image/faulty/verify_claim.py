"""Cut a sound image in half, per format: does verify() notice, does load()?"""

import io

import numpy as np
from PIL import Image

pixels = np.random.default_rng(0).integers(0, 255, (64, 64, 3), dtype="uint8")


def notices(call, data):
    try:
        call(Image.open(io.BytesIO(data)))
    except OSError:
        return "an error"
    return "nothing"


for kind in ("JPEG", "PNG", "GIF", "BMP", "TIFF"):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind)
    half = file.getvalue()[: file.tell() // 2]
    found = notices(lambda image: image.verify(), half), notices(lambda image: image.load(), half)
    print(f"half a {kind}: verify() reports {found[0]}, load() reports {found[1]}")
