"""Build the image: a fresh folder, and what requirements/serve.txt asks for."""

import subprocess
import sys
import time
from pathlib import Path

from index import fill

fill(Path("index"))
install = "install --quiet --no-index --find-links index --target . -r requirements/serve.txt"
subprocess.run([sys.executable, "-m", "pip", *install.split()], check=True)
print("ready", flush=True)
time.sleep(600)
