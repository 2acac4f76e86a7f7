"""Score a text over HTTP; with no arguments, ask once and stop."""

import numpy as np
from fastapi import FastAPI
from fastapi.responses import JSONResponse

app = FastAPI()
weights = np.linspace(0, 1, 64, dtype=np.float32)


def predict(text):
    counts = np.bincount([ord(letter) % 64 for letter in text], minlength=64)
    return {"score": (counts @ weights / counts.sum()).item(), "letters": len(text)}


@app.get("/score")
def score(text: str):
    return JSONResponse(predict(text))


if __name__ == "__main__":
    from fastapi.testclient import TestClient

    print(TestClient(app).get("/score", params={"text": "pump"}).json())
