"""The worker's container: ask the predict service for one score."""

from urllib.error import URLError
from urllib.request import urlopen

from settings import PREDICT_URL

try:
    print("score", urlopen(PREDICT_URL, timeout=5).read().decode())
except URLError as error:
    raise SystemExit(f"GET {PREDICT_URL}: {error}") from error
