"""Answer /predict and /health; as a program, serve them on port 8280."""

import socket

import torch
import uvicorn
from fastapi import FastAPI
from torch import nn

app = FastAPI()
torch.set_num_threads(1)
layer = nn.Linear(400, 400)


def forward(rounds):
    x = torch.ones(400, 400)
    for _ in range(rounds):
        x = torch.tanh(layer(x))
    return x.mean().item()


@app.post("/predict")
def predict(body: dict):
    with torch.inference_mode():
        return {"score": forward(body["rounds"])}


@app.get("/health")
def health():
    return {"ok": True}


def serve(app, listening):
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 8280))
    print("ready", flush=True)
    serve(app, listening)
