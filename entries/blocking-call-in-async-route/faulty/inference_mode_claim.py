"""The same prediction in three routes: how long does a health check wait while it runs?"""

import socket
from threading import Thread

import torch
from app import forward, serve
from client import share
from fastapi import FastAPI


async def with_gradients(body: dict):
    return {"score": forward(body["rounds"])}


async def in_inference_mode(body: dict):
    with torch.inference_mode():
        return {"score": forward(body["rounds"])}


def in_a_thread(body: dict):
    return {"score": forward(body["rounds"])}


if __name__ == "__main__":
    names = ("async def, gradients kept", "async def, inference_mode", "def, gradients kept")
    for place, route in enumerate((with_gradients, in_inference_mode, in_a_thread)):
        app = FastAPI()
        app.post("/predict")(route)
        app.get("/health")(lambda: {"ok": True})
        listening = socket.create_server(("127.0.0.1", 8281 + place))
        Thread(target=serve, args=(app, listening), daemon=True).start()
        print(f"{names[place]}: a health check took {share(8281 + place):.0%} of the prediction's time")
