"""In which environment it failed: interpreter, versions of packages, variables that matter."""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath

from kb.child.program import run
from kb.child.python import interpreter
from kb.errors import KbError
from kb.report import Report

PATIENCE = 30.0
"""Seconds for an interpreter to start, which from a disk far away is slow for the first time."""

ALWAYS = ("torch", "transformers", "numpy")
"""Packages whose version is told where they are installed, in the traceback or not."""

VARIABLES = frozenset(
    "CUDA_DEVICE_ORDER CUDA_HOME CUDA_LAUNCH_BLOCKING CUDA_VISIBLE_DEVICES "
    "GLOO_SOCKET_IFNAME HF_DATASETS_OFFLINE HF_HOME HF_HUB_OFFLINE HIP_VISIBLE_DEVICES "
    "JAX_PLATFORMS LANG LC_ALL LD_LIBRARY_PATH LD_PRELOAD LOCAL_RANK MASTER_ADDR MASTER_PORT "
    "MKL_NUM_THREADS NCCL_DEBUG NCCL_IB_DISABLE NCCL_P2P_DISABLE NCCL_SHM_DISABLE "
    "NCCL_SOCKET_IFNAME NCCL_TIMEOUT OMP_NUM_THREADS PYTHONHASHSEED PYTHONIOENCODING PYTHONPATH "
    "PYTHONUNBUFFERED PYTHONUTF8 PYTHONWARNINGS PYTORCH_CUDA_ALLOC_CONF RANK TF_CPP_MIN_LOG_LEVEL "
    "TMPDIR TOKENIZERS_PARALLELISM TORCH_CUDA_ARCH_LIST TORCH_DISTRIBUTED_DEBUG TORCH_HOME "
    "TORCH_LOGS TORCH_SHOW_CPP_STACKTRACES TRANSFORMERS_CACHE TRANSFORMERS_OFFLINE TZ "
    "VIRTUAL_ENV WORLD_SIZE XLA_FLAGS".split()
)
"""Exact names, so that nothing is ever taken along by a pattern."""

_ASK = (
    "import site, sys; "
    "print('.'.join(map(str, sys.version_info[:3]))); "
    "print(*sys.path, site.getusersitepackages(), sep='\\n')"
)
_OTHER_NAMES = {
    "cv2": "opencv-python",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
    "pytorch_lightning": "pytorch-lightning",
}
_CUDA = re.compile(r"^cuda[^=\n]*= *'([0-9.]+)'", re.MULTILINE)


def variables(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Those of the variables that change how a run goes, by exact name."""
    return {name: environment[name] for name in sorted(VARIABLES & environment.keys())}


def environment(command: Sequence[str], folder: Path, read: Report) -> dict[str, str]:
    """`platform`, `python`, and the versions of torch, transformers, numpy, CUDA and of the
    packages whose frames the report holds, as far as they can be found."""
    version, path = _asked(command, folder)
    wanted = dict.fromkeys([*ALWAYS, *_in_frames(read)])
    installed = _installed(path)
    found = {name: installed[_plain(name)] for name in wanted if _plain(name) in installed}
    cuda = _cuda(path)
    return {
        **({"python": version} if version else {}),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        **found,
        **({"cuda": cuda} if cuda else {}),
    }


def _asked(command: Sequence[str], folder: Path) -> tuple[str | None, list[Path]]:
    """Version and import path of the interpreter that the command means."""
    named = shutil.which(command[0]) if "python" in PurePath(command[0]).name else None
    try:
        python = Path(named) if named else interpreter(None, folder)
        if python is None:
            return None, []
        # -I: a file of the person's own must not stand in for a module of Python's
        said = run([str(python), "-I", "-c", _ASK], seconds=PATIENCE, remedy="")
    except (KbError, OSError):
        return None, []
    version, *path = said.out.decode(errors="replace").splitlines() or [""]
    return (version, [Path(each) for each in path if each]) if said.code == 0 else (None, [])


def _in_frames(read: Report) -> Iterable[str]:
    frames = (frame for raised in read.raised for frame in raised.frames if frame.library)
    names = (re.split(r"[/\\]", frame.library)[0].removesuffix(".py") for frame in frames)
    return sorted({_OTHER_NAMES.get(name, name) for name in names})


def _installed(path: Iterable[Path]) -> dict[str, str]:
    """Canonical name → version of all that is installed, the first on the path first."""
    found: dict[str, str] = {}
    for folder in path:
        for info in folder.glob("*.dist-info"):
            name, _, version = info.stem.rpartition("-")
            found.setdefault(_plain(name), version)
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _cuda(path: Iterable[Path]) -> str | None:
    """The CUDA that the installed torch was built for."""
    for folder in path:
        file = folder / "torch" / "version.py"
        if file.is_file():
            built = _CUDA.search(file.read_text("utf-8", "replace"))
            return built[1] if built else None
    return None
