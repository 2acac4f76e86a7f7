"""Which setting lets a line out at once, and does sys.stdout.line_buffering tell?"""

import os
import subprocess
import sys

PRINTS = "import os, sys; print('a line'); print(sys.stdout.line_buffering, file=sys.stderr); os._exit(0)"
LOGS = "import logging, os, sys; logging.basicConfig(stream=sys.stdout); logging.error('a line'); os._exit(0)"


def look(name, options, program):
    """What a process that dies at once, with its output to a pipe, has let out."""
    done = subprocess.run([sys.executable, *options, "-c", program], capture_output=True, text=True)
    out = "is out" if "a line" in done.stdout else "is lost"
    print(f"{name}: the line {out}; line_buffering {done.stderr.strip() or 'not asked'}")


os.environ.pop("PYTHONUNBUFFERED", None)
look("print", [], PRINTS)
look("print, python -u", ["-u"], PRINTS)
look("logging to stdout", [], LOGS)
os.environ["PYTHONUNBUFFERED"] = "1"
look("print, PYTHONUNBUFFERED=1", [], PRINTS)
