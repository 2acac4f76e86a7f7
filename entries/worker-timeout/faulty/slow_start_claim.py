"""The load in the first request, the same load at import, and in the first request of a gthread worker."""

import os

from smoke import ask

os.environ["GUNICORN_CMD_ARGS"] = "--log-level critical"
print("sync worker, load in the first request: status", ask("app:app"), flush=True)
print("sync worker, load at import: status", ask("slow_start:app"), flush=True)
print("gthread worker, load in the first request: status", ask("app:app", "-k", "gthread"), flush=True)
