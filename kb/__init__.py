"""A fault knowledge base: proven entries, searchable by pasted errors."""

__version__ = "0.1.0"


# a face of its own, loaded for those alone who ask for it
def load_ipython_extension(shell: object) -> None:
    """`%load_ext kb` in IPython and Jupyter."""
    from kb import notebook

    notebook.load(shell)


def unload_ipython_extension(shell: object) -> None:
    """`%unload_ext kb`."""
    from kb import notebook

    notebook.unload(shell)
