"""Ask for /health again and again while one prediction runs."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import Request, urlopen


def seconds(question):
    start = time.monotonic()
    urlopen(question, timeout=60).read()
    return time.monotonic() - start


def share(port):
    """The longest wait of a health check, as a share of the prediction that ran beside it."""
    address, body = f"http://127.0.0.1:{port}", Path("body.json").read_bytes()
    prediction = Request(address + "/predict", body, {"Content-Type": "application/json"})
    seconds(address + "/health")
    slow = ThreadPoolExecutor().submit(seconds, prediction)
    waits = [seconds(address + "/health") for _ in iter(slow.done, True)]
    return max(waits) / slow.result()


if __name__ == "__main__":
    longest = share(8280)
    print(f"the longest health check took {longest:.0%} of the prediction's time")
    if longest > 0.5:
        print("a health check waited for the prediction")
