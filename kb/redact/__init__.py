"""Takes secrets, people and machines out of a text before it is written anywhere."""

from kb.redact.own import OwnPattern, own_patterns
from kb.redact.replace import Redacted, Replacement, redact

__all__ = ["OwnPattern", "Redacted", "Replacement", "own_patterns", "redact"]
