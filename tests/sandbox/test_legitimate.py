# ruff: noqa: E501
"""Ordinary programs that must simply work."""

from __future__ import annotations

import importlib.util

import pytest

from kb.model.job import Bounds, Job
from kb.sandbox import run
from tests.sandbox.person import Person

pytestmark = pytest.mark.sandbox

PROGRAMS = {
    "300 MB of memory": "x = bytearray(b'x') * 300_000_000; print(len(x))",
    "non-ASCII output": "print('错误 é ☃'); open('日志.txt', 'w').write('值'); print(open('日志.txt').read())",
    "pipes to children": """
import subprocess
out = subprocess.run("sort | uniq -c", shell=True, input="b\\na\\nb\\n", text=True, capture_output=True)
print(out.stdout.split(), subprocess.check_output(["uname", "-n"], text=True).strip())""",
    "temporary files": """
import tempfile, os
with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile(dir=folder) as file:
    file.write(b"x" * 5_000_000); print(folder.startswith("/tmp"), os.path.getsize(file.name) > 4_000_000)""",
    "sqlite": """
import sqlite3
base = sqlite3.connect("a.db"); base.execute("pragma journal_mode=wal"); base.execute("create table t(x)")
base.executemany("insert into t values (?)", [(n,) for n in range(1000)]); base.commit()
print(base.execute("select sum(x) from t").fetchone())""",
    "threads": """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(32) as pool: print(sum(pool.map(len, ["x"] * 1000)))""",
    "a pool of processes": """
import multiprocessing as mp
if __name__ == "__main__":
    for method in ("fork", "spawn", "forkserver"):
        with mp.get_context(method).Pool(3) as pool: print(method, sum(pool.map(abs, range(-50, 0))))""",
    "shared memory": """
from multiprocessing import shared_memory, Process, Queue, Lock
def child(name, queue):
    mine = shared_memory.SharedMemory(name); queue.put(bytes(mine.buf[:5])); mine.close()
if __name__ == "__main__":
    memory, queue = shared_memory.SharedMemory(create=True, size=8_000_000), Queue()
    memory.buf[:5] = b"hello"
    worker = Process(target=child, args=(memory.name, queue)); worker.start()
    print(queue.get()); worker.join(); memory.close(); memory.unlink()""",
    "a server and its client": """
import http.server, threading, urllib.request, socket
http.server.SimpleHTTPRequestHandler.log_message = lambda *words: None
for host in ("127.0.0.1", "localhost", socket.gethostname()):
    server = http.server.ThreadingHTTPServer((host, 0), http.server.SimpleHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(urllib.request.urlopen(f"http://{host}:{server.server_port}/").status)""",
    "IPv6 on loopback and datagrams": """
import socket
server = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); server.bind(("::1", 0))
client = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); client.sendto(b"hi", server.getsockname())
print(server.recv(9))""",
    "asyncio": """
import asyncio
async def main():
    child = await asyncio.create_subprocess_exec("echo", "hi", stdout=asyncio.subprocess.PIPE)
    print((await child.communicate())[0])
asyncio.run(main())""",
    "who and where am I": """
import getpass, pwd, os, pathlib, platform, time
print(getpass.getuser(), pwd.getpwuid(os.getuid()).pw_name, pathlib.Path.home(), time.tzname[0] != "")
print(os.cpu_count() > 0, platform.node(), os.access(".", os.W_OK))""",
    "certificates and mime types": """
import ssl, mimetypes
print(ssl.create_default_context().verify_mode.name, mimetypes.guess_type("a.html")[0])""",
    "standard tools": """
import subprocess
print(subprocess.run("ls | grep -c program; awk 'BEGIN {print 6 * 7}' ; sed -n 1p program.py | wc -c; "
    "find . -name '*.py'; date +%Y | grep -c 20; ps -e | wc -l", shell=True, capture_output=True).returncode)""",
    "terminals of its own": """
import pty, os
pid, terminal = pty.fork()
if not pid:
    print("inside", flush=True); os._exit(0)
print(os.read(terminal, 99))""",
    "files that only root would own": """
import os, stat
os.mkdir("d", 0o700); os.chmod("program.py", 0o600); os.symlink("d", "link"); os.rename("d", "e")
print(stat.S_IMODE(os.stat("program.py").st_mode) == 0o600, os.readlink("link"))""",
}

WITH_NUMPY = {
    "numpy": """
import numpy as np
a = np.random.default_rng(0).standard_normal((300, 300)); print(np.allclose(np.linalg.inv(a) @ a, np.eye(300)))""",
}

WITH_TORCH = {
    "a training loop": """
import torch
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
step = torch.optim.Adam(model.parameters(), 0.01); x = torch.randn(64, 4); y = x.sum(1, keepdim=True)
first = None
for _ in range(60):
    loss = torch.nn.functional.mse_loss(model(x), y); first = first or loss.item()
    step.zero_grad(); loss.backward(); step.step()
torch.save(model.state_dict(), "m.pt"); model.load_state_dict(torch.load("m.pt"))
print(loss.item() < first / 2)""",
    "a DataLoader with workers": """
import torch
if __name__ == "__main__":
    data = torch.utils.data.TensorDataset(torch.arange(4000.).reshape(-1, 4))
    loader = torch.utils.data.DataLoader(data, 50, num_workers=2, persistent_workers=True)
    print(sum(batch[0].sum().item() for batch in loader))""",
    "a process group": """
import torch, torch.distributed as dist
dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=0, world_size=1)
t = torch.ones(3); dist.all_reduce(t); print(t.tolist()); dist.destroy_process_group()""",
    "a process group of two": """
import torch, torch.distributed as dist, torch.multiprocessing as mp
def work(rank):
    dist.init_process_group("gloo", init_method="file:///tmp/rendezvous", rank=rank, world_size=2)
    t = torch.ones(2) * (rank + 1); dist.all_reduce(t)
    if rank == 0: print(t.tolist(), flush=True)
    dist.barrier(); dist.destroy_process_group()
if __name__ == "__main__": mp.spawn(work, nprocs=2)""",
}

SAID = {
    "300 MB of memory": "300000000\n",
    "non-ASCII output": "错误 é ☃\n值\n",
    "pipes to children": "['1', 'a', '2', 'b'] sandbox\n",
    "temporary files": "True True\n",
    "sqlite": "(499500,)\n",
    "threads": "1000\n",
    "a pool of processes": "fork 1275\nspawn 1275\nforkserver 1275\n",
    "shared memory": "b'hello'\n",
    "a server and its client": "200\n200\n200\n",
    "IPv6 on loopback and datagrams": "b'hi'\n",
    "asyncio": "b'hi\\n'\n",
    "who and where am I": "kb kb /tmp True\nTrue sandbox True\n",
    "certificates and mime types": "CERT_REQUIRED text/html\n",
    "standard tools": "0\n",
    "terminals of its own": "b'inside\\r\\n'\n",
    "files that only root would own": "True d\n",
    "numpy": "True\n",
    "a training loop": "True\n",
    "a DataLoader with workers": "7998000.0\n",
    "a process group": "[1.0, 1.0, 1.0]\n",
    "a process group of two": "[3.0, 3.0]\n",
}

needs_numpy = pytest.mark.skipif(not importlib.util.find_spec("numpy"), reason="needs numpy")
needs_torch = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="needs torch")


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_works(name: str, person: Person) -> None:
    ran = person.run(Job("python program.py", {"program.py": PROGRAMS[name].encode()}))
    assert (ran.exit_code, ran.limit) == (0, None), ran
    assert ran.stdout.decode() == SAID[name]
    assert ran.stderr == b""
    assert ran.missing == ()


@needs_numpy
@pytest.mark.parametrize("name", WITH_NUMPY)
def test_it_works_with_numpy(name: str, scientist: Person) -> None:
    ran = scientist.run(Job("python program.py", {"program.py": WITH_NUMPY[name].encode()}))
    assert (ran.exit_code, ran.stdout.decode(), ran.stderr) == (0, SAID[name], b""), ran


@needs_torch
@pytest.mark.torch
@pytest.mark.parametrize("name", WITH_TORCH)
def test_it_works_with_torch(name: str, scientist: Person) -> None:
    files = {"program.py": WITH_TORCH[name].encode()}
    ran = scientist.run(Job("python program.py", files, bounds=Bounds(seconds=600)))
    assert (ran.exit_code, ran.stdout.decode()) == (0, SAID[name]), ran


def test_pytest_works_though_an_installed_plugin_is_not_shown() -> None:
    ran = run(Job("python -m pytest -q -p no:warnings", {"test_a.py": b"def test_a(): assert 1\n"}))
    assert (ran.exit_code, b"1 passed" in ran.stdout) == (0, True), ran
