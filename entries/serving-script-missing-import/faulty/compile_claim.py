"""Which ways of looking at model.py find the missing import?"""

import py_compile
import subprocess
import sys

py_compile.compile("model.py", cfile="/tmp/model.pyc", doraise=True)
print("compile: no error")
import model  # noqa: E402

print("import: no error")
model.TritonPythonModel().initialize({"slow_ms": "50"})
print("initialize: no error, the model is READY")
ruff = subprocess.run(
    [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F821", "--output-format", "concise", "model.py"],
    capture_output=True, text=True,
)  # fmt: skip
print("ruff F821:", *sorted(set(ruff.stdout.splitlines()))[:3], sep="\n  ")
