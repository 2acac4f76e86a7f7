"""A stand-in for a GPU: work is queued and done later, and reading a value waits for the queue."""

import time
from queue import Queue
from threading import Thread

import torch

work = Queue()
read = torch.Tensor.item


def kernels():
    while True:
        time.sleep(work.get())
        work.task_done()


def item(tensor):
    work.join()
    return read(tensor)


Thread(target=kernels, daemon=True).start()
torch.Tensor.item = item
launch, synchronize = work.put, work.join
