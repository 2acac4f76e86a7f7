"""Serve the metrics of the simulated server, as Triton does on port 8002."""

from http.server import BaseHTTPRequestHandler, HTTPServer

from load_test import metrics

text = metrics()[1].encode()


class Metrics(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 8340), Metrics)
print("ready", flush=True)
server.serve_forever()
