"""A stand-in for Windows' books of committed memory, 1024 times smaller than the real figures.

Each process that loads the CUDA libraries commits their size; what does not fit is refused.
"""

import ctypes
from pathlib import Path
from types import SimpleNamespace

import torch

FREE = 14 << 20  # of a commit limit: memory and page file together
LIBRARIES = {
    "torch_cuda.dll": 1 << 20,
    "cudnn_cnn_infer64_8.dll": 1 << 20,
    "cublas64_11.dll": 1 << 20,
}

folder = Path("windows/torch")
(folder / "lib").mkdir(parents=True, exist_ok=True)
for name, size in LIBRARIES.items():
    (folder / "lib" / name).write_bytes(bytes(size))
torch.__file__ = str(folder / "__init__.py")


def memory_status(status):
    status._obj[4] = FREE  # ullAvailPageFile: what this process may still commit
    return 1


ctypes.windll = SimpleNamespace(kernel32=SimpleNamespace(GlobalMemoryStatusEx=memory_status))


def start_workers(count):
    left = FREE
    for worker in range(count):
        for name, size in LIBRARIES.items():
            left -= size
            if left < 0:
                raise OSError(
                    "[WinError 1455] The paging file is too small for this operation to complete. "
                    f'Error loading "C:\\envs\\ml\\Lib\\site-packages\\torch\\lib\\{name}" '
                    "or one of its dependencies."
                )
        print(f"worker {worker} has loaded torch")
