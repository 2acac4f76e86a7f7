"""Start the server and send it a morning's requests."""

import subprocess
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

server = subprocess.Popen([sys.executable, "server.py"])
answered = 0
while answered < 100:
    try:
        urlopen(f"http://127.0.0.1:8020/{answered}").read()
    except HTTPError:
        pass
    except URLError:
        time.sleep(0.1)
        continue
    answered += 1
print("ready", flush=True)
server.wait()
