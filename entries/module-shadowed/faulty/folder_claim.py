"""Local files and folders with the names of modules: which of them does a script here import?"""

import subprocess
import sys
from pathlib import Path

for path in ("queue.py", "csv/__init__.py", "colorsys/notes.txt", "time.py", "os.py"):
    made = Path("trial") / path
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text("")
    name = Path(path).parts[0].removesuffix(".py")
    Path("trial/start.py").write_text(f"import {name}; print(getattr({name}, '__file__', 'built in'))")
    got = subprocess.run([sys.executable, "trial/start.py"], capture_output=True, text=True).stdout
    print(f"{path}: import {name} takes", "the local one" if "trial" in got else "the library's")
