"""A fault knowledge base: proven entries, searchable by pasted errors."""

__version__ = "0.1.0"
