"""`pytest --kb-verify`: the entries of a knowledge base as tests, each proven in the sandbox.
`pytest --kb-search`: below each failed test the entry for it, and the failure is kept.

`pytest --kb-verify entries` collects every `entry.yaml` below `entries/`; with pytest-xdist,
reruns and reports of one's own. Loaded by every pytest run of the environment, so it imports
the rest of `kb` only when an option is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

OPTION = "kb_verify"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Three options, in a group of their own."""
    group = parser.getgroup("kb", "fault knowledge base")
    group.addoption(
        "--kb-verify",
        action="store_true",
        dest=OPTION,
        help="collect entries as tests: each check run on the planted fault and on the fix",
    )
    group.addoption(
        "--kb-repeat",
        type=int,
        default=1,
        metavar="N",
        help="times each run of an entry is done; a verdict that changes is a failure",
    )
    group.addoption(
        "--kb-search",
        action="store_true",
        help="show the entry for a failed test below it, and keep the failure for `kb add`",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Listen to failures when asked to; with pytest-xdist, where all of them arrive."""
    if config.getoption("kb_search") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(config), "kb-failures")


class Failures:
    """Looks up what failed when all tests have run, so that none is slower for it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.failed: list[pytest.TestReport | pytest.CollectReport] = []
        self.passed: list[str] = []
        self.said: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test has ended."""
        if report.failed:
            self.failed.append(report)
        elif report.passed and report.when == "call":
            self.passed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file has been read, or cannot be."""
        if report.failed:
            self.failed.append(report)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Ctrl-C: who wants to stop does not want to wait for us."""
        if excinfo.type is KeyboardInterrupt:  # not pytest's own, after errors in collection
            self.failed.clear()

    def pytest_sessionfinish(self) -> None:
        """All have ended; the summary is not shown yet. Whatever goes wrong here stays here."""
        try:
            if self.failed or (self.passed and _waits()):
                from kb.capture.failed_tests import look_up

                self.said += look_up(self.failed, self.passed, self.config.rootpath)
        except (Exception, KeyboardInterrupt) as error:
            self.said.append(f"kb: nothing was looked up ({type(error).__name__})")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """What is to be said of all of them."""
        for line in self.said:
            terminalreporter.write_line(line)


def _waits() -> bool:
    """Whether any incident is kept that a test which passes could close."""
    from kb.store.homes import named_home

    incidents = Path(named_home("state"), "incidents")
    return incidents.is_dir() and any(incidents.glob("*.json"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Nothing inside an entry is Python to import: its files belong into the sandbox."""
    if not config.getoption(OPTION) or collection_path.name == "entry.yaml":
        return None
    inside = any((folder / "entry.yaml").is_file() for folder in collection_path.parents)
    return True if inside else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """An entry, when entries are asked for."""
    if file_path.name != "entry.yaml" or not parent.config.getoption(OPTION):
        return None
    return EntryFile.from_parent(parent, path=file_path)


class EntryFile(pytest.File):
    """One `entry.yaml`: one test, named for the entry."""

    def collect(self) -> Iterator[pytest.Item]:
        """The test of this entry."""
        yield EntryItem.from_parent(self, name=self.path.parent.name)


class EntryItem(pytest.Item):
    """Passes when proven or simulated; skipped when claimed, or when something is not here."""

    def runtest(self) -> None:
        """Carry out the five runs."""
        from kb import sandbox
        from kb.store.layers import Layer
        from kb.store.read import load_fault
        from kb.verify import verify

        folder = self.path.parent
        layer = Layer(folder.parent.name, folder.parent, writable=False, trusted=False)
        fault = load_fault(layer, folder.name)
        outcome = verify(fault, sandbox.run, _here(), self.config.getoption("kb_repeat"))
        if outcome.result == "broken":
            raise Broken(outcome)
        if outcome.result in ("skipped", "claimed"):
            pytest.skip("; ".join(outcome.why) or "claimed: no case proves it")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> Any:
        """All about a broken entry, and one line for what `kb` says on purpose."""
        from kb.errors import KbError
        from kb.verify.tell import failure

        if isinstance(excinfo.value, Broken):
            return failure(excinfo.value.outcome)
        if isinstance(excinfo.value, KbError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the entry lies and what it is called in reports."""
        return self.path, 0, f"kb verify {self.name}"


@cache
def _here() -> Any:
    from kb.verify import look

    return look()


class Broken(Exception):
    """An entry that is not what it says."""

    def __init__(self, outcome: Any) -> None:
        self.outcome = outcome
        super().__init__("; ".join(outcome.why))
