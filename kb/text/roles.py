"""What each line of a paste is worth: root, cascade, confirmation, advice …"""

from __future__ import annotations

from kb.report import Line, Role
from kb.text.rules import compiled, hinted, rules


def role(line: Line) -> Role:
    """The role of a line that stands outside a traceback."""
    text = line.text
    if any(
        hinted(one, text) and compiled(one["pattern"]).search(text) for one in rules()["healthy"]
    ):
        return "noise"
    if is_record := _marked(line):
        return is_record
    for rule in rules()["roles"]:
        if compiled(rule["pattern"]).search(line.text):
            given: Role = rule["role"]
            return given
    loud = line.mark and compiled(rules()["loud"]).search(line.mark)
    return "root" if loud or compiled(rules()["failure"]).search(line.text) else "prose"


def _marked(line: Line) -> Role | None:
    """`info` when the log itself says that nothing is wrong with this line."""
    if not line.mark:
        return None
    for rule in rules()["roles"]:
        if "mark" in rule and compiled(rule["mark"]).search(line.mark):
            return "info"
    return None
