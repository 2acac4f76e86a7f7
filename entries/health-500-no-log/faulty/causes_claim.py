"""One failing route in four servers: does the log name the cause?"""

import subprocess
import sys

SERVER = """
import logging, logging.config, threading, urllib.request, uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse
app = FastAPI()
KIND = {kind!r}

@app.get("/")
def fail():
    try:
        return 1 / 0
    except ZeroDivisionError:
        if KIND == "swallowed by the route":
            return JSONResponse({{}}, 500)
        raise

options = {{"log_config": None}} if KIND == "logging not configured" else {{}}
server = uvicorn.Server(uvicorn.Config(app, port=8331, **options))
if KIND == "dictConfig after start":
    logging.config.dictConfig({{"version": 1}})
serving = threading.Thread(target=server.run)
serving.start()
while not server.started:
    pass
try:
    urllib.request.urlopen("http://127.0.0.1:8331/")
except urllib.error.HTTPError as error:
    print("status", error.code)
server.should_exit = True
serving.join()
"""

for kind in ("default", "logging not configured", "swallowed by the route", "dictConfig after start"):
    run = subprocess.run([sys.executable, "-c", SERVER.format(kind=kind)], capture_output=True, text=True)
    named = "ZeroDivisionError" in run.stderr + run.stdout
    print(f"{kind}: {run.stdout.split(chr(10))[-2]}, cause {'in the log' if named else 'nowhere'}")
