"""`kb add`: an entry of a fault that was just fixed. What it does is in `adding`."""

from __future__ import annotations

import typer

from kb.cli.adding.recording import record
from kb.cli.adding.wish import Wish, takes_wish

app = typer.Typer()

EXAMPLES = """Examples:

  kb add                        from the last failure that `kb run` saw fixed

  kb add - < run.log            from a paste; asks only what it cannot work out

  kb add --fixed-at 15:20       of a fault that nothing captured

  kb add --edit                 in your editor, each field explained

  kb add --error "OSError: [Errno 24] Too many open files" --title "Shards are never closed" --cause "…" --check "…" --present "…" --fix "…" --yes
"""  # noqa: E501


@app.command(epilog=EXAMPLES)
@takes_wish
def add(wish: Wish) -> None:
    """Record a fault that was just fixed, while you still know why.

    It asks what it cannot work out. < goes back a question; after Ctrl-C it goes on where you were.
    """
    record(wish)
