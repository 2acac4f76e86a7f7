"""The same model with each setting of DistributedDataParallel: how many steps does it make?"""

import os

import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel
from train import batch_loss, model


def work(rank):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29512")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    for settings in ({}, {"find_unused_parameters": True}, {"static_graph": True}):
        parallel, error = DistributedDataParallel(model, **settings), "none"
        for step in range(3):
            try:
                batch_loss(parallel).backward()
            except RuntimeError as raised:
                error = str(raised)[:52]
                break
        if rank == 0:
            print(f"{settings or 'default'}: last step {step}, error: {error}", flush=True)
        dist.barrier()
        del parallel


if __name__ == "__main__":
    mp.start_processes(work, nprocs=2, start_method="fork")
