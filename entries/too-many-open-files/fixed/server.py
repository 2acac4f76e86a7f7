"""Serve feature rows from files, one file per request."""

import traceback
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

def row(index):
    with open(f"rows/{index % 4}.txt") as source:
        return source.read()


class Features(BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            status, body = 200, row(int(self.path[1:]))
        except OSError:
            status, body = 500, traceback.format_exc()
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


Path("rows").mkdir(exist_ok=True)
for index in range(4):
    Path(f"rows/{index}.txt").write_text(f"{index} 0.5 0.25\n")
HTTPServer(("127.0.0.1", 8020), Features).serve_forever()
