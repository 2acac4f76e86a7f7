"""Proof: the only room that decides a verdict. No disk, no subprocess; the runner is given."""

from kb.verify.harness import Outcome, verify
from kb.verify.here import Here, look

__all__ = ["Here", "Outcome", "look", "verify"]
