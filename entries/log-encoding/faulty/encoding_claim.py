"""What do print and logging do with a character that the console's encoding lacks?"""

import os
import subprocess
import sys

PRINT = "print('\\u2713'); print('goes on')"
LOG = "import logging, sys; logging.basicConfig(stream=sys.stdout); logging.error('\\u2713'); print('goes on')"


def look(name, program, **settings):
    env = {k: os.environ[k] for k in os.environ if not k.startswith(("PYTHON", "LC_", "LANG"))}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=env | settings)
    error = done.stderr.decode().strip().splitlines()
    error = next((line for line in error if "UnicodeEncodeError" in line), "no error")
    print(f"{name}: {error}; {'goes on' if b'goes on' in done.stdout else 'the program ends'}")


look("print, gbk", PRINT, PYTHONIOENCODING="gbk")
look("logging, gbk", LOG, PYTHONIOENCODING="gbk")
look("print, PYTHONIOENCODING=gbk and PYTHONUTF8=1", PRINT, PYTHONIOENCODING="gbk", PYTHONUTF8="1")
look("print, gbk:backslashreplace", PRINT, PYTHONIOENCODING="gbk:backslashreplace")
look("print, LC_ALL=C", PRINT, LC_ALL="C")
look("print, LC_ALL=C, old behaviour", PRINT, LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
