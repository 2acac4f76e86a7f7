"""Serve labels on port 8250."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

labels = json.loads(Path("labels.json").read_text())


class Label(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(labels[0].encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 8250), Label)
print("serving on http://%s:%d" % server.server_address, flush=True)
server.serve_forever()
