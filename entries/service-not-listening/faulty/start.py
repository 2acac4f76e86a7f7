"""Start the service in the background, from the folder of the logs, and go on."""

import subprocess
import sys
import time
from pathlib import Path

logs = Path("logs")
logs.mkdir()
command = [sys.executable, Path("server.py").resolve()]
with (logs / "server.log").open("w") as log:
    server = subprocess.Popen(command, stdout=log, stderr=log, cwd=logs)
while server.poll() is None and "serving on" not in (logs / "server.log").read_text():
    time.sleep(0.05)
print("ready", flush=True)
time.sleep(600)
