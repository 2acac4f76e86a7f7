"""A stand-in for one RTX 5090 and the build of torch that requirements.txt names."""

import sys
from pathlib import Path

import torch

BUILT_FOR = {
    "cu126": "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90",
    "cu130": "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120 compute_120",
}
CARD = (12, 0)

build = Path("requirements.txt").read_text().split("+")[1].strip()
torch.version.cuda = f"{build[2:4]}.{build[4:]}"
torch.cuda.get_arch_list = lambda: BUILT_FOR[build].split()
torch.cuda.device_count = lambda: 1
torch.cuda.get_device_capability = lambda device=None: CARD
torch.cuda.get_device_name = lambda device=None: "NVIDIA GeForce RTX 5090"


def matmul(a, b):
    """On the CPU, but refused as CUDA refuses a kernel that the build has no code for."""
    built = [arch.split("_") for arch in torch.cuda.get_arch_list()]
    major, minor = CARD
    fits = [
        int(number) <= 10 * major + minor and (kind == "compute" or int(number) // 10 == major)
        for kind, number in built
    ]
    if not any(fits):
        sys.exit("torch.AcceleratorError: CUDA error: no kernel image is available for execution on the device")
    return a @ b
