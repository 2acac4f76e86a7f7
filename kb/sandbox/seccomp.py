"""The seccomp filter as classic BPF, made with `struct` alone. The lists are in `calls.py`.

Layout of the data a filter sees (`struct seccomp_data`): the call's number at 0, the
architecture at 4, six 64-bit arguments from 16, little-endian on both machines.
"""

from __future__ import annotations

import errno
import platform
import struct

from kb.errors import NoSandbox
from kb.sandbox import calls

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE = 0, 4
_X32 = 0x40000000

EPERM, ENOSYS = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS
EAFNOSUPPORT = _ERRNO | errno.EAFNOSUPPORT

AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Machine → its AUDIT_ARCH number. The order is that of the numbers in `calls.py`."""

_Instruction = tuple[int, int, int, int]


def program(machine: str | None = None, *, counted: bool) -> bytes:
    """The filter for `machine` (default: this one), ready for bwrap's `--seccomp`.

    `counted` says that a memory cgroup counts all memory; without one the calls whose memory
    shows in no process are refused too. Raises `NoSandbox` on an unknown machine.
    """
    machine = machine or platform.machine()
    if machine not in AUDIT:
        raise NoSandbox(
            f"no system call table for {machine}; the sandbox runs on {' and '.join(AUDIT)}"
        )
    column = list(AUDIT).index(machine)
    instructions = _gate(machine) + _listed(column, counted) + _by_argument(column)
    instructions.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in instructions)


def _gate(machine: str) -> list[_Instruction]:
    head = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, AUDIT[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    return [*head, (_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, ENOSYS)]


def _listed(column: int, counted: bool) -> list[_Instruction]:
    tables = [(calls.FORBIDDEN, EPERM), (calls.UNKNOWN, ENOSYS)]
    if not counted:
        tables.append((calls.UNSEEN_MEMORY, ENOSYS))
    made: list[_Instruction] = []
    for table, answer in tables:
        numbers = (pair[column] for pair in table.values())
        for number in (number for number in numbers if number is not None):
            made += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
    return made


def _by_argument(column: int) -> list[_Instruction]:
    flags = [_argument(0), (_ANY_BIT, 0, 1, calls.NEW_NAMESPACES), (_RETURN, 0, 0, EPERM)]
    made = _when(calls.CLONE[column], [*flags, (_RETURN, 0, 0, _ALLOW)])
    # the low 32 bits alone: the kernel looks at no more, so 0x1_0000_5412 must not slip by
    requests = [
        step
        for request in calls.TERMINAL_REQUESTS.values()
        for step in ((_EQUAL, 0, 1, request), (_RETURN, 0, 0, EPERM))
    ]
    made += _when(calls.IOCTL[column], [_argument(1), *requests, (_RETURN, 0, 0, _ALLOW)])
    for call in (calls.SOCKET[column], calls.SOCKETPAIR[column]):
        made += _when(call, _families())
    return made


def _families() -> list[_Instruction]:
    made = [_argument(0)]
    for family in calls.FAMILIES.values():
        made += [(_EQUAL, 0, 1, family), (_RETURN, 0, 0, _ALLOW)]
    protocols = [_argument(2)]
    for protocol in calls.NETLINK.values():
        protocols += [(_EQUAL, 0, 1, protocol), (_RETURN, 0, 0, _ALLOW)]
    made += [(_EQUAL, 0, len(protocols), calls.AF_NETLINK), *protocols]
    return [*made, (_RETURN, 0, 0, EAFNOSUPPORT)]


def _argument(place: int) -> _Instruction:
    return (_LOAD, 0, 0, 16 + 8 * place)


def _when(call: int | None, then: list[_Instruction]) -> list[_Instruction]:
    """`then`, which always returns, for this call; the number stays loaded for any other."""
    return [] if call is None else [(_EQUAL, 0, len(then), call), *then]
