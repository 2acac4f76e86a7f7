"""Several entries at once: threads, for each of them mostly waits for its sandbox."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread

from kb.model.fault import Fault
from kb.verify.harness import Outcome
from kb.verify.select import longest_first


@dataclass(frozen=True, slots=True)
class Started:
    """An entry whose runs begin now."""

    fault: Fault


Work = Callable[[Fault], Outcome]
Event = Started | Outcome
Events = SimpleQueue[Event | BaseException]

PATIENCE = 0.8
"""Seconds that workers get to clear away after an interrupt: the prompt is back in one."""


def carry_out(
    faults: Iterable[Fault], work: Work, jobs: int, stop: Callable[[], None]
) -> Generator[Event]:
    """What happens, as it happens: each fault is Started once and ends in its Outcome.

    At most `jobs` entries run at a time; those whose case says `alone` come last, by
    themselves. An error of `work` ends all and is raised here. When the iterator is closed or
    interrupted no further entry begins, and `stop` is called to end those under way.
    """
    together: list[Fault] = []
    alone: list[Fault] = []
    for fault in longest_first(faults):
        (alone if fault.entry.case and fault.entry.case.alone else together).append(fault)
    yield from _batch(together, work, jobs, stop)
    yield from _batch(alone, work, 1, stop)


def _batch(
    faults: list[Fault], work: Work, jobs: int, stop: Callable[[], None]
) -> Generator[Event]:
    waiting = deque(faults)
    events: Events = SimpleQueue()
    workers = [
        Thread(target=_worker, args=(waiting, work, events), daemon=True)
        for _ in range(min(jobs, len(faults)))
    ]
    for worker in workers:
        worker.start()
    left = len(faults)
    try:
        while left:
            event = events.get()
            if isinstance(event, BaseException):
                raise event
            left -= isinstance(event, Outcome)
            yield event
    finally:
        if left:
            waiting.clear()
            stop()
        _join(workers)


def _worker(waiting: deque[Fault], work: Work, events: Events) -> None:
    while True:
        try:
            fault = waiting.popleft()
        except IndexError:
            return
        events.put(Started(fault))
        try:
            events.put(work(fault))
        except BaseException as error:
            events.put(error)
            return


def _join(workers: Iterable[Thread]) -> None:
    """Wait until they have cleared away behind them, but not for one that hangs."""
    until = time.monotonic() + PATIENCE
    for worker in workers:
        worker.join(max(0.0, until - time.monotonic()))
