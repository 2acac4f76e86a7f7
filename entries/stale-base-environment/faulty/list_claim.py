"""What the package list says while another environment's copy is imported."""

import shutil
import subprocess

VERSION = "import featurize; print('imported', featurize.__version__)"
LISTED = "from importlib.metadata import version; print('listed  ', version('featurize'))"

print("both copies have metadata, list and import in one interpreter", flush=True)
subprocess.run(["env/bin/python", "-c", f"{VERSION}; {LISTED}"], check=True)
shutil.rmtree("base/site-packages/featurize-1.4.dist-info")
print("the stale copy is a bare folder", flush=True)
subprocess.run(["env/bin/python", "-c", f"{VERSION}; {LISTED}"], check=True)
