"""Search: from a paste to the entry that it means, or an honest no."""

from kb.search.answer import search

__all__ = ["search"]
