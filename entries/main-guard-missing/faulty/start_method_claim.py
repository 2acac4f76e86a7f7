"""Run the unguarded script under each start method, on one system."""

import subprocess
import sys
from pathlib import Path

script = Path("train.py").read_text()
for method in ("fork", "forkserver", "spawn"):
    Path("trial.py").write_text(script.replace("spawn", method))
    trial = subprocess.run([sys.executable, "trial.py"], capture_output=True, text=True)
    said = "bootstrapping phase" in trial.stderr
    print(
        f"{sys.platform}, {method}: exit {trial.returncode}, {'this error' if said else 'no error'}"
    )
