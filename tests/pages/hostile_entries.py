"""Texts that try to become more than text, and knowledge bases made of them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from hypothesis import strategies as st

from kb.model import Entry, Evidence, Fault, KnowledgeBase, Node, Run, Tree, digest

FRAGMENTS = (
    "<module>",
    "<lambda>",
    "<script>window.hurt=1</script>",
    "</code></pre></div><img src=x onerror='window.hurt=1'>",
    "</section></details></td></title></style></svg>",
    "<!-- ",
    "<![CDATA[",
    "<?php",
    "{{ 7*7 }}",
    "{% raw %}",
    "{# x #}",
    "{: #stolen .wide onclick=hurt() }",
    "[x](javascript:window.hurt=1)",
    "![x](https://example.com/x.png)",
    "[[wiki]]",
    "[x]: https://example.com",
    "*[HTML]: gone",
    "[^1]: note",
    "https://example.com/a?b=c&d=e",
    "<https://example.com>",
    "mail@example.com",
    ":smile: :material-home:",
    '--8<-- "/etc/passwd"',
    "!!! warning",
    "=== tab",
    "--- ",
    "# heading",
    "> quote",
    "1. one",
    "- item",
    "    indented",
    "\ttab",
    "| a | b |",
    "`one` ``two`` ```three```",
    "**bold** __bold__ ~~gone~~ ==mark== ^^up^^",
    "&amp; &lt; &#x3c; &copy; &nbsp",
    "\\* \\` \\\\",
    "\"quote\" 'quote'",
    "…中文。「」",
    "\x1b[31mred\x1b[0m",
    "\u202egnirts\u202c",
    "\x02klzzwxh:0001\x03 \x02wzxhzdk:0\x03",
    "\r\n",
    "\r",
    "\n\n",
    "\n\n</div>\n\n# out\n\n",
    "\u2028\u2029\x85\x0b\x0c",
    "\x00",
    "\ufeff\ufffe",
    "  \n",
)

texts = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=30)), max_size=8).map(
    "".join
)
"""Any text, and text made of fragments that mean something to some reader."""

filled = texts.filter(lambda text: bool(text.strip()))
lines = filled.map(lambda text: " ".join(text.split())).filter(
    lambda text: bool(text.strip()) and len(text.splitlines()) == 1
)
printable = lines.map(lambda text: "".join(filter(str.isprintable, text)).strip() or "x")


def knowledge(text: str, line: str, command: str) -> KnowledgeBase:
    """Two entries with `text`, `line` and `command` in every field that takes such."""
    tree = Tree(
        title=line,
        nodes={
            "top": Node(title=line, keywords=(line,), first_action=text, check=line, order=("a",)),
            "low": Node(title=line, parent="top", zh=line, gate="and"),
        },
    )
    entry = _entry(text, line, command)
    faults = {}
    for id in ("a", "b"):
        bare = Fault(
            id,
            entry,
            "team",
            Path(id),
            faulty={"train.py": text.encode("utf-8", "replace"), "same.py": b"1"},
            fixed={"train.py": f"{text}\nfixed".encode("utf-8", "replace"), "new.bin": b"\0"},
        )
        evidence = _evidence(bare, text)
        faults[id] = Fault(id, entry, "team", Path(id), bare.faulty, bare.fixed, {}, evidence)
    return KnowledgeBase(tree, faults)


def _entry(text: str, line: str, command: str) -> Entry:
    return Entry.model_validate(
        {
            "title": line[:120].strip() or "x",
            "domain": "top",
            "parent": "low",
            "symptom": {
                "error": text,
                "also": [text[:1000], line[:1000]],
                "limit": text + " see a-b",
            },
            "root_cause": text,
            "verify": {
                "command": command,
                "present": command,
                "values": {"name": {"about": line, "pattern": ".*"}},
            },
            "fix": text,
            "corrects": [{"claim": text, "found": text, "run": line}],
            "case": {
                "run": line,
                "beside": line,
                "values": {"name": text},
                "requires": [line],
                "simulated": True,
                "note": text,
            },
            "environment": {line: line},
            "origin": {"kind": "incident", "met": dt.date(2026, 11, 30), "minutes_to_fix": 95},
            "withdrawn": {"as": "refuted", "on": dt.date(2026, 12, 1), "reason": text},
        }
    )


def _evidence(fault: Fault, text: str) -> Evidence:
    run = Run(
        name="faulty-check",
        passed=True,
        expected=text,
        found=text,
        exit_code=1,
        output=text,
        seconds=1.5,
        peak_mib=12,
    )
    return Evidence.model_validate(
        {
            "outcome": "proven",
            "digest": digest(fault),
            "recorded": dt.date(2026, 12, 1),
            "environment": {text: text},
            "runs": (run, run.model_copy(update={"name": "fixed-run", "passed": False})),
            "corrections": (
                {"claim": fault.entry.corrects[0].claim, "exit_code": 0, "output": text},
            ),
        }
    )
