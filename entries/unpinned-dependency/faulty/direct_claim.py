"""Install with the direct package pinned, then with the one behind it too: what does pip choose?"""

import subprocess
import sys
from pathlib import Path

from index import fill

fill(Path("index"))
install = "install --quiet --no-index --find-links index --target"
for lines in ("sentence-transformers==2.2.2",), ("sentence-transformers==2.2.2", "huggingface_hub==0.25.2"):
    folder = f"site{len(lines)}"
    subprocess.run([sys.executable, "-m", "pip", *install.split(), folder, *lines], stderr=subprocess.DEVNULL)
    got = [path.name.removesuffix(".dist-info") for path in Path(folder).glob("*.dist-info")]
    print(" ".join(lines), "->", *sorted(got))
