"""Runs jobs for the tests as whoever started it: one JSON line in, one out.

It stands in a world full of things that a sandbox must hide: a secret in its environment, in
its home, in /tmp, in an open folder and in its keyring, listening sockets, and a victim
process. Only the standard library and the sandbox's own room are imported, so that any Python
that an ordinary user can read will do. `python serve.py HOME`, with kb on PYTHONPATH.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import platform
import socket
import subprocess
import sys
import threading
from pathlib import Path

SECRET = "CANARY-" + os.urandom(8).hex()
os.environ["KB_TEST_SECRET"] = SECRET

from kb.errors import KbError  # noqa: E402
from kb.model.job import Bounds, Job, Ran  # noqa: E402
from kb.sandbox import calls, run  # noqa: E402
from kb.sandbox.engine import engines  # noqa: E402

COLUMN = 0 if platform.machine() == "x86_64" else 1
LIBC = ctypes.CDLL(None, use_errno=True)


class World:
    """What lies around the sandbox, and what became of it."""

    def __init__(self, home: Path) -> None:
        self.secret_file = home / "secret.txt"
        self.secret_file.write_text(SECRET)
        self.secret_file.chmod(0o644)
        self.folder = os.open(home, os.O_RDONLY)
        os.set_inheritable(self.folder, True)
        self.touched: list[str] = []
        self.ports = {
            "tcp": self._listen(socket.AF_INET, ("127.0.0.1", 0)),
            "abstract": self._listen(socket.AF_UNIX, f"\0kb-test-{os.getpid()}"),
            "path": self._listen(socket.AF_UNIX, str(home / "socket")),
        }
        (home / "socket").chmod(0o777)
        # it ends with us, however we end
        self.victim = subprocess.Popen(["cat"], stdin=subprocess.PIPE, env={"TOKEN": SECRET})
        payload = SECRET.encode()
        self.key = LIBC.syscall(
            calls.FORBIDDEN["add_key"][COLUMN], b"user", b"kb-test", payload, len(payload), -3
        )
        self.segment = LIBC.shmget(0x6B62 + os.getpid(), 4096, 0o1666)

    def _listen(self, family: int, address: object) -> object:
        server = socket.socket(family)
        server.bind(address)
        server.listen()

        def accept() -> None:
            while True:
                server.accept()
                self.touched.append(f"a connection to {address!r}")

        threading.Thread(target=accept, daemon=True).start()
        return server.getsockname()

    def facts(self) -> dict[str, object]:
        """What an attacker is told, who knows this machine well."""
        abstract = self.ports["abstract"]
        return {
            "secret_file": str(self.secret_file),
            "tcp": self.ports["tcp"][1],
            "abstract": abstract.decode() if isinstance(abstract, bytes) else abstract,
            "path": self.ports["path"],
            "victim": self.victim.pid,
            "runner": os.getpid(),
            "key": self.key,
            "segment": 0x6B62 + os.getpid(),
            "numbers": {
                name: pair[COLUMN]
                for table in (calls.FORBIDDEN, calls.UNKNOWN, calls.UNSEEN_MEMORY)
                for name, pair in table.items()
            },
        }

    def harm(self) -> list[str]:
        """What has been done to it, in words; it should be empty."""
        harm = list(self.touched)
        if self.victim.poll() is not None:
            harm.append("the victim is dead")
        if Path(f"/proc/{self.victim.pid}/stat").read_text().rsplit(")")[1].split()[0] == "T":
            harm.append("the victim is stopped")
        if self.secret_file.read_text() != SECRET:
            harm.append("the secret was changed")
        return harm


def job(asked: dict[str, object]) -> Job:
    """The job of a line."""
    files = {name: base64.b64decode(text) for name, text in dict(asked["files"]).items()}
    bounds = Bounds(**asked["bounds"])
    python = Path(asked["python"]) if asked["python"] else None
    project = Path(asked["project"]) if asked["project"] else None
    return Job(asked["command"], files, asked["beside"], bounds, python, project)


def told(ran: Ran) -> dict[str, object]:
    """A result as JSON."""
    fields = {name: getattr(ran, name) for name in Ran.__slots__}
    for stream in ("stdout", "stderr"):
        fields[stream] = base64.b64encode(fields[stream]).decode()
    return fields


def answer(world: World, asked: dict[str, object]) -> dict[str, object]:
    """The answer to one line."""
    if asked.get("ask") == "facts":
        origins = [engine.origin for engine in engines()]
        return {**world.facts(), "secret": SECRET, "engines": origins}
    if asked.get("ask") == "harm":
        return {"harm": world.harm()}
    engine = next((each for each in engines() if each.origin == asked["engine"]), None)
    try:
        return {"ran": told(run(job(asked), engine))}
    except KbError as error:
        return {"error": str(error), "kind": type(error).__name__}


def main() -> None:
    """Answer until there are no more lines."""
    world = World(Path(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(answer(world, json.loads(line))), flush=True)
    world.victim.kill()
    LIBC.shmctl(world.segment, 0, None)


main()
