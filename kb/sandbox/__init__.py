"""The sandbox: the only room that runs a command of an entry."""

from kb.sandbox.live import stop
from kb.sandbox.order import run

__all__ = ["run", "stop"]
