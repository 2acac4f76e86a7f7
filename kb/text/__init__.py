"""What is made of a paste before anything is looked up: clean, report, mask, printable."""

from kb.text.clean import Cleaned, clean
from kb.text.masks import mask
from kb.text.reading import report
from kb.text.terminal import printable, printable_json

__all__ = ["Cleaned", "clean", "mask", "printable", "printable_json", "report"]
