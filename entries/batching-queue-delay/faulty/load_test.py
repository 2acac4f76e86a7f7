"""What 130 requests a second see, with the delay of config.pbtxt; metrics.txt as Triton's /metrics."""

import re
from pathlib import Path

from queue_model import p99, simulate


def metrics():
    delay = int(re.search(r"delay_microseconds: (\d+)", Path("config.pbtxt").read_text())[1]) / 1000
    rows = simulate(130, delay)
    waited, computed = (round(1000 * sum(column)) for column in list(zip(*rows))[:2])
    return rows, (
        f'nv_inference_request_success{{model="net",version="1"}} {len(rows)}\n'
        f'nv_inference_queue_duration_us{{model="net",version="1"}} {waited}\n'
        f'nv_inference_compute_infer_duration_us{{model="net",version="1"}} {computed}\n'
    )


if __name__ == "__main__":
    rows, text = metrics()
    print(text, end="")
    queue, compute = (sum(column) / len(rows) for column in list(zip(*rows))[:2])
    print(f"p99 {p99(rows):.1f} ms, queue {queue / compute:.1f} times compute")
