"""A server with one worker process, ended by SIGKILL and by SIGTERM: is its port free after it?"""

import signal
import socket
import subprocess
import sys

SERVER = """
import multiprocessing, signal, socket, sys
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
worker = multiprocessing.get_context("fork").Process(target=signal.pause)
worker.start()
signal.signal(signal.SIGTERM, lambda *_: (worker.kill(), worker.join(), sys.exit()))
print("listening", flush=True)
signal.pause()
"""

for port, name in ((8101, "SIGKILL"), (8102, "SIGTERM")):
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(port)], stdout=subprocess.PIPE)
    server.stdout.readline()
    server.send_signal(signal.Signals[name])
    server.wait()
    held = socket.socket().connect_ex(("127.0.0.1", port)) == 0
    print(f"{name}: the server has ended, its port is {'still held' if held else 'free'}")
