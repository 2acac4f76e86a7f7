"""The deploy before this one: it started a server, and was then told to end."""

import subprocess
import sys
import time

old = subprocess.Popen([sys.executable, "server.py", "8000"], stdout=subprocess.PIPE)
old.stdout.readline()
print("ready", flush=True)
time.sleep(600)
