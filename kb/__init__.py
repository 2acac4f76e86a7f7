"""A fault knowledge base: proven entries, searchable by pasted errors."""

__version__ = "0.1.0"


def load_ipython_extension(shell: object) -> None:
    """`%load_ext kb` in IPython and Jupyter."""
    _notebook("load", shell)


def unload_ipython_extension(shell: object) -> None:
    """`%unload_ext kb`."""
    _notebook("unload", shell)


def _notebook(what: str, shell: object) -> None:
    # a face of its own, loaded for those alone who ask for it
    import importlib

    getattr(importlib.import_module("kb.notebook"), what)(shell)
