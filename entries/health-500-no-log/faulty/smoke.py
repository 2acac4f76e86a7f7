"""Start the server, ask for its health, stop it, and show what it wrote."""

import subprocess
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

command = [sys.executable, "-m", "uvicorn", "app:app", "--port", "8330"]
server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
while True:
    try:
        print("GET /health", urlopen("http://127.0.0.1:8330/health").status)
    except HTTPError as error:
        print("GET /health", error.code, error.read().decode())
    except URLError:
        time.sleep(0.1)
        continue
    break
server.terminate()
text = server.communicate()[0]
print("the server wrote:", text, sep="\n")
print("with the cause" if "FileNotFoundError" in text else "and not a word about the cause")
