"""Several entries at once: threads, for each of them mostly waits for its sandbox."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread

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
    left = len(faults)
    try:
        with _interrupt_as_event(events):
            for worker in workers:
                worker.start()
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


@contextmanager
def _interrupt_as_event(events: Events) -> Iterator[None]:
    """Ctrl-C takes its place in the queue, so that it neither cuts an event short nor is lost.

    An exception out of a signal handler vanishes where a destructor runs. A second Ctrl-C is
    the usual one again.
    """
    usual = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or usual is not signal.default_int_handler:
        yield
        return

    def note(*_: object) -> None:
        signal.signal(signal.SIGINT, usual)
        events.put(KeyboardInterrupt())

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


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
    for worker in filter(Thread.is_alive, workers):
        worker.join(max(0.0, until - time.monotonic()))
