"""A hub that answers every question with "no such model": what does transformers say?"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class NoSuchModel(BaseHTTPRequestHandler):
    def do_HEAD(self):
        self.send_response(401)
        self.send_header("X-Error-Code", "RepoNotFound")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_HEAD

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    hub = ThreadingHTTPServer(("127.0.0.1", 8260), NoSuchModel)
    Thread(target=hub.serve_forever, daemon=True).start()
    os.environ.update(HF_ENDPOINT="http://127.0.0.1:8260", HF_HUB_OFFLINE="0")
    from transformers import AutoConfig

    try:
        AutoConfig.from_pretrained("example-team/pump-detecter", cache_dir="hub")
    except OSError as error:
        print("wrong name, the hub answers:", str(error).splitlines()[0])
