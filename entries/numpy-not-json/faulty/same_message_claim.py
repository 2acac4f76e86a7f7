"""What FastAPI makes of a response with one value of each type."""

import numpy as np
import torch
from fastapi import FastAPI
from fastapi.testclient import TestClient

values = {
    "np.float32": np.float32(0.5),
    "np.float64": np.float64(0.5),
    "np.array": np.array([0.5]),
    "torch.tensor": torch.tensor(0.5),
}
app = FastAPI()


@app.get("/{name}")
def answer(name: str):
    return {"score": values[name]}


for name in values:
    try:
        said = TestClient(app).get("/" + name)
        print(f"{name}: {said.status_code} {said.text}")
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {error}")
