"""Load the model and send it requests, as the backend's process does."""

import numpy as np

from model import TritonPythonModel

model = TritonPythonModel()
model.initialize({"slow_ms": "50"})
print("model score version 1: READY", flush=True)
for rows in (1, 8, 64):
    (scores,) = model.execute([np.ones((rows, 4))])
    print(f"request of {rows} rows: scores {scores.shape}", flush=True)
