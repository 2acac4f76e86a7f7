"""Three times the timeout on the same uneven loaders: does the run end well?"""

import os
import time
from datetime import timedelta

import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from train import loader


def work(rank):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29514")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    for seconds in (3, 9):
        group = dist.new_group(timeout=timedelta(seconds=seconds))
        model = DistributedDataParallel(nn.Linear(8, 1), process_group=group)
        try:
            for step, x in enumerate(loader(rank, 2)):
                begun = time.monotonic()
                model(x).pow(2).mean().backward()
        except RuntimeError as error:
            waited = time.monotonic() - begun
            print(f"timeout {seconds} s: rank {rank} fails in step {step} after {waited:.0f} s")
            print(str(error)[-52:], flush=True)
        dist.barrier()


if __name__ == "__main__":
    mp.start_processes(work, nprocs=2, start_method="fork")
