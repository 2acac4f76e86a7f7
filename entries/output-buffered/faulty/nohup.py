"""Start the fit as `nohup python fit_stream.py > run.log &` does, and look into run.log."""

import os
import subprocess
import sys
import time
from pathlib import Path


def lines():
    return len(Path("run.log").read_text().splitlines())


saved = Path("checkpoint.txt")
env = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
with open("run.log", "w") as log:
    command = [sys.executable, "fit_stream.py"]
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, env=env)
run.stdin.write(b"1\n2\n4\n")
run.stdin.flush()
while not (saved.exists() and saved.read_text() == "3"):
    time.sleep(0.02)
print(f"step 3 is saved, run.log holds {lines()} lines")
run.kill()
run.wait()
print(f"the run was killed, run.log holds {lines()} lines")
