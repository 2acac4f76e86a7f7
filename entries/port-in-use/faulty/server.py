"""Answer on the port given; with --smoke, ask once and stop."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.request import urlopen


class Health(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1])
    server = ThreadingHTTPServer(("0.0.0.0", port), Health)
    print(f"serving on 0.0.0.0:{port}", flush=True)
    if "--smoke" in sys.argv:
        Thread(target=server.serve_forever, daemon=True).start()
        print("health:", urlopen(f"http://127.0.0.1:{port}/").read().decode())
    else:
        server.serve_forever()
