"""Start gunicorn, ask it once, stop it."""

import subprocess
import sys
import time
from http.client import HTTPConnection


def ask(app, *options):
    """What one GET of / is answered by gunicorn, started with these options."""
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", *options, app])
    try:
        for _ in range(100):
            time.sleep(0.1)
            try:
                connection = HTTPConnection("127.0.0.1", 8270, timeout=60)
                connection.request("GET", "/")
                return connection.getresponse().status
            except ConnectionRefusedError:
                continue
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    print("status", ask("app:app"))
