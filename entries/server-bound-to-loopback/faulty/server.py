"""Serve predictions."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Predict(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"label": "pump"}')

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 8010), Predict)
print("ready", flush=True)
print("running on http://%s:%d" % server.server_address, flush=True)
server.serve_forever()
