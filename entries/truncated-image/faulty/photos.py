"""Six photos; the copy of the third broke off half-way, the fifth is a page that says 404."""

import io
from pathlib import Path

import numpy as np
from PIL import Image

folder = Path("photos")
folder.mkdir(exist_ok=True)
for number in range(6):
    pixels = np.random.default_rng(number).integers(0, 255, (64, 64, 3), dtype="uint8")
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG")
    whole = file.getvalue()
    received = {2: whole[: len(whole) // 2], 4: b"<html>404 Not Found</html>"}.get(number, whole)
    (folder / f"{number}.jpg").write_bytes(received)
