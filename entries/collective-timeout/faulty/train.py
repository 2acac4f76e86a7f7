"""Train on two processes; each takes every second sample of 15."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

torch.manual_seed(0)
samples = torch.randn(15, 8)


def loader(rank, world):
    return DataLoader(samples[rank::world], batch_size=1)


def work(rank):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29513")
    dist.init_process_group("gloo", rank=rank, world_size=2, timeout=timedelta(seconds=5))
    model = DistributedDataParallel(nn.Linear(8, 1))
    for step, x in enumerate(loader(rank, 2)):
        model(x).pow(2).mean().backward()
        print(f"rank {rank} step {step}", flush=True)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.start_processes(work, nprocs=2, start_method="fork")
