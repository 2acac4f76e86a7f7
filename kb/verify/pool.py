"""Several entries at once: threads, for each of them mostly waits for its sandbox."""

from __future__ import annotations

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


def carry_out(faults: Iterable[Fault], work: Work, jobs: int) -> Generator[Event]:
    """What happens, as it happens: each fault is Started once and ends in its Outcome.

    At most `jobs` entries run at a time; those whose case says `alone` come last, by
    themselves. An error of `work` ends all and is raised here. When the iterator is closed or
    interrupted no further entry begins; those under way are the caller's to end.
    """
    together: list[Fault] = []
    alone: list[Fault] = []
    for fault in longest_first(faults):
        (alone if fault.entry.case and fault.entry.case.alone else together).append(fault)
    yield from _batch(together, work, jobs)
    yield from _batch(alone, work, 1)


def _batch(faults: list[Fault], work: Work, jobs: int) -> Generator[Event]:
    waiting = deque(faults)
    events: SimpleQueue[Event | BaseException] = SimpleQueue()
    for _ in range(min(jobs, len(faults))):
        Thread(target=_worker, args=(waiting, work, events), daemon=True).start()
    left = len(faults)
    try:
        while left:
            event = events.get()
            if isinstance(event, BaseException):
                raise event
            left -= isinstance(event, Outcome)
            yield event
    finally:
        waiting.clear()


def _worker(waiting: deque[Fault], work: Work, events: SimpleQueue[Event | BaseException]) -> None:
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
