"""The fault tree: grow it, propose places in it, export it, draw it."""

from kb.tree.branch import Branch, branch, descendants, lost, state, walk
from kb.tree.export import FORMATS, as_data
from kb.tree.grow import add, move, rename
from kb.tree.split import Group, split
from kb.tree.suggest import Known, Proposal, known, suggest

__all__ = [
    "FORMATS",
    "Branch",
    "Group",
    "Known",
    "Proposal",
    "add",
    "as_data",
    "branch",
    "descendants",
    "known",
    "lost",
    "move",
    "rename",
    "split",
    "state",
    "suggest",
    "walk",
]
