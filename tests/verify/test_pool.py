"""Several entries at once."""

from __future__ import annotations

import signal
import threading

import pytest
from planted import fault

from kb.errors import NoSandbox
from kb.model.fault import Fault
from kb.verify import Outcome
from kb.verify.pool import Started, carry_out


def never() -> None:
    raise AssertionError("nothing is to be stopped")


def done(known: Fault) -> Outcome:
    return Outcome(known, "proven")


def test_each_is_started_once_and_ends_once() -> None:
    events = list(carry_out([fault(f"f{number}") for number in range(20)], done, 3, never))
    started = [event.fault.id for event in events if isinstance(event, Started)]
    ended = [event.fault.id for event in events if isinstance(event, Outcome)]
    assert sorted(started) == sorted(ended) == sorted(f"f{number}" for number in range(20))
    for id in ended:
        first = next(place for place, event in enumerate(events) if event.fault.id == id)
        assert isinstance(events[first], Started)


def test_as_many_at_a_time_as_asked() -> None:
    # the barrier opens only when three are under way together
    barrier = threading.Barrier(3, timeout=120)

    def work(known: Fault) -> Outcome:
        barrier.wait()
        return done(known)

    events = list(carry_out([fault(f"f{number}") for number in range(6)], work, 3, never))
    assert sum(isinstance(event, Outcome) for event in events) == 6


def test_what_needs_quiet_runs_last_and_by_itself() -> None:
    faults = [fault(f"f{number}") for number in range(4)]
    faults += [fault(f"timed{number}", case__alone=True) for number in range(3)]
    under_way: set[str] = set()
    beside: dict[str, set[str]] = {}
    for event in carry_out(faults[::-1], done, 4, never):
        if isinstance(event, Started):
            beside[event.fault.id] = set(under_way)
            under_way.add(event.fault.id)
        else:
            under_way.remove(event.fault.id)
    assert list(beside)[4:] == ["timed2", "timed1", "timed0"]
    assert [beside[f"timed{number}"] for number in range(3)] == [set(), set(), set()]


def test_an_error_ends_all() -> None:
    stopped = threading.Event()

    def refuses(_: Fault) -> Outcome:
        raise NoSandbox("no user namespaces")

    with pytest.raises(NoSandbox, match="no user namespaces"):
        list(carry_out([fault(f"f{number}") for number in range(9)], refuses, 2, stopped.set))
    assert stopped.is_set()


def test_after_an_interrupt_no_further_one_begins() -> None:
    begun, ended = list[str](), threading.Event()
    both_work = threading.Barrier(3, timeout=120)

    def work(known: Fault) -> Outcome:
        begun.append(known.id)
        both_work.wait()
        assert ended.wait(120)
        return done(known)

    events = carry_out([fault(f"f{number}") for number in range(9)], work, 2, ended.set)
    next(events)
    next(events)
    both_work.wait()
    events.close()
    assert ended.is_set()
    assert len(begun) == 2


def test_ctrl_c_comes_after_what_is_finished() -> None:
    ended = threading.Event()

    def work(known: Fault) -> Outcome:
        if known.id == "f1":
            signal.raise_signal(signal.SIGINT)
        if known.id == "f2":
            assert ended.wait(120)
        return done(known)

    faults = [fault(f"f{number}") for number in range(3)]
    seen = []
    with pytest.raises(KeyboardInterrupt):
        seen.extend(
            event.fault.id
            for event in carry_out(faults, work, 1, ended.set)
            if isinstance(event, Outcome)
        )
    assert seen[0] == "f0"
    assert ended.is_set()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nothing_to_do() -> None:
    assert list(carry_out([], done, 4, never)) == []
