"""The predict service, in a container of its own with the address 127.0.0.2."""

from http.server import BaseHTTPRequestHandler, HTTPServer


class Predict(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"0.7")

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.2", 8320), Predict)
print("ready", flush=True)
server.serve_forever()
