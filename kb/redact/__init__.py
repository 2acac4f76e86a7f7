"""Takes secrets, people and machines out of a text before it is written anywhere."""

from kb.redact.own import OwnPattern, in_force, own_patterns, switched_off
from kb.redact.replace import Redacted, Replacement, redact

__all__ = [
    "OwnPattern",
    "Redacted",
    "Replacement",
    "in_force",
    "own_patterns",
    "redact",
    "switched_off",
]
