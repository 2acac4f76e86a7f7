"""The sandbox: the only room that runs a command of an entry."""

from kb.sandbox.engine import Engine, candidates, engines
from kb.sandbox.live import stop
from kb.sandbox.run import run

__all__ = ["Engine", "candidates", "engines", "run", "stop"]
