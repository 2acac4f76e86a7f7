"""Train a model with an auxiliary head on two processes; the auxiliary loss was dropped."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.head = nn.Linear(8, 1)
        self.auxiliary = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(self.body(x).relu())


torch.manual_seed(0)
model = Tagger()


def batch_loss(model):
    return model(torch.randn(4, 8)).pow(2).mean()


def work(rank):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    parallel = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1)
    for step in range(3):
        optimizer.zero_grad()
        batch_loss(parallel).backward()
        optimizer.step()
        print(f"rank {rank} step {step} done", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.start_processes(work, nprocs=2, start_method="fork")
