"""Start gunicorn; ready when the three workers can answer."""

import subprocess
import sys
from urllib.request import urlopen

server = subprocess.Popen(
    [sys.executable, "-m", "gunicorn", "app:app"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
)
booted = 0
while booted < 3:
    line = server.stdout.readline()
    print(line, end="")
    booted += "can answer" in line
print(urlopen("http://127.0.0.1:8310/").read().decode())
print("ready", flush=True)
server.wait()
