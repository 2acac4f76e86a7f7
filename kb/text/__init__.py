"""What is made of a paste before anything is looked up: clean, report, mask, printable."""

from kb.text.masks import mask
from kb.text.terminal import printable

__all__ = ["mask", "printable"]
