"""Who may run a command of an entry: verify, check and sandbox, and nobody else."""

from __future__ import annotations

from tests.imported import MODULES, used

MAY_RUN = {"kb.cli.check", "kb.cli.sandbox", "kb.cli.verify", "kb.pytest_plugin"}
MAY_RUN_A_LINE = {"kb.cli.check"}
STARTS_PROCESSES = ("kb.sandbox", "kb.child")


def named(module: str) -> set[str]:
    """All that `module` uses, by name."""
    return {name for _, name in used(module)}


def users(*rooms: str) -> set[str]:
    """The modules outside of `rooms` that import them."""
    return {
        module
        for module in MODULES
        if not module.startswith(rooms)
        and any(
            name == room or name.startswith(room + ".") for room in rooms for name in named(module)
        )
    }


def test_only_verify_check_and_sandbox_reach_the_sandbox() -> None:
    assert users("kb.sandbox") <= MAY_RUN
    assert {"kb.cli.verify", "kb.cli.check"} <= users("kb.sandbox")


def test_only_check_may_run_a_line_unprotected() -> None:
    assert users("kb.child.shell") == MAY_RUN_A_LINE


def test_processes_are_started_in_two_rooms_alone() -> None:
    starters = users("subprocess", "multiprocessing", "pty")
    assert {module for module in starters if not module.startswith(STARTS_PROCESSES)} == set()


def test_only_the_door_and_the_words_load_a_module_by_a_name_made_up() -> None:
    # importlib would be a way around the tests above
    loads = {module for module in MODULES if named(module) & {"importlib", "runpy"}}
    loads |= users("importlib.import_module")
    assert loads <= {"kb.cli.main", "kb.model", "kb.sandbox.engine"}
