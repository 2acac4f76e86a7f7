"""Debian's Chromium, and a place from which it is served."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

PATIENCE = 180_000.0
"""Milliseconds that a page may take on a busy machine before a test fails for it."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE
        )
        for name in ("new_page", "new_context"):
            setattr(browser, name, _patient(getattr(browser, name)))
        yield browser
        browser.close()


def _patient(make: Callable[..., Any]) -> Callable[..., Any]:
    def made(**settings: Any) -> Any:
        opened = make(**settings)
        opened.set_default_timeout(PATIENCE)
        return opened

    return made


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        del args


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of `folder`."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
