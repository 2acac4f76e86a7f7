"""The filter, run by a small interpreter of classic BPF, on both machines."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import NoSandbox
from kb.sandbox import calls, seccomp

ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
NO_FAMILY = 0x50000 | errno.EAFNOSUPPORT
MACHINES = tuple(seccomp.AUDIT)

words = st.integers(0, 2**64 - 1)
high = st.integers(0, 2**32 - 1).map(lambda number: number << 32)
machines = st.sampled_from(MACHINES)


def answer(
    machine: str, number: int, *arguments: int, audit: int | None = None, counted: bool = True
) -> int:
    """What the kernel would answer this call."""
    given = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, audit or seccomp.AUDIT[machine], 0, *given)
    program = list(struct.iter_unpack("<HBBI", seccomp.program(machine, counted=counted)))
    held, at = 0, 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            held = struct.unpack_from("<I", data, value)[0]
        else:
            met = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[code]
            at += if_true if met else if_false


def numbers(table: dict[str, calls.Numbers], machine: str) -> list[int]:
    """The numbers of a table on one machine."""
    column = MACHINES.index(machine)
    return [pair[column] for pair in table.values() if pair[column] is not None]


def of(pair: calls.Numbers, machine: str) -> int:
    """The number of one call."""
    number = pair[MACHINES.index(machine)]
    assert number is not None
    return number


@given(machines, st.data())
def test_a_forbidden_call_is_refused_whatever_its_arguments(
    machine: str, data: st.DataObject
) -> None:
    given = data.draw(st.lists(words, max_size=6))
    number = data.draw(st.sampled_from(numbers(calls.FORBIDDEN, machine)))
    assert answer(machine, number, *given) == EPERM
    number = data.draw(st.sampled_from(numbers(calls.UNKNOWN, machine)))
    assert answer(machine, number, *given) == ENOSYS


@given(machines, st.integers(0, 600), st.lists(words, max_size=6))
def test_any_other_call_is_allowed(machine: str, number: int, given: list[int]) -> None:
    special = {
        of(pair, machine) for pair in (calls.CLONE, calls.SOCKET, calls.SOCKETPAIR, calls.IOCTL)
    }
    listed = {*numbers(calls.FORBIDDEN, machine), *numbers(calls.UNKNOWN, machine)}
    if number not in special | listed:
        assert answer(machine, number, *given) == ALLOW


@given(machines, words)
def test_clone_makes_no_namespace(machine: str, flags: int) -> None:
    expected = EPERM if flags & 0x7E020080 else ALLOW
    assert answer(machine, of(calls.CLONE, machine), flags) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_and_forks_are_made(machine: str) -> None:
    for flags in (17, 0x3D0F00, 0x1200011, 0x4111):
        assert answer(machine, of(calls.CLONE, machine), flags) == ALLOW


@given(machines, words, high, st.sampled_from([0x5412, 0x541C, 0x5423]))
def test_a_terminal_request_is_refused_with_any_high_bits(
    machine: str, descriptor: int, bits: int, request: int
) -> None:
    assert answer(machine, of(calls.IOCTL, machine), descriptor, bits | request) == EPERM


@given(machines, words, words)
def test_other_requests_are_allowed(machine: str, descriptor: int, request: int) -> None:
    if request & 0xFFFFFFFF not in (0x5412, 0x541C, 0x5423):
        assert answer(machine, of(calls.IOCTL, machine), descriptor, request) == ALLOW


@given(machines, st.integers(0, 50), words, st.integers(0, 30), st.booleans())
def test_only_these_families_of_sockets(
    machine: str, family: int, kind: int, protocol: int, pair: bool
) -> None:
    call = calls.SOCKETPAIR if pair else calls.SOCKET
    allowed = family in (1, 2, 10) or (family == 16 and protocol in (0, 4))
    expected = ALLOW if allowed else NO_FAMILY
    assert answer(machine, of(call, machine), family, kind, protocol) == expected


@given(machines, st.integers(0, 2**32 - 1), st.integers(1, 2**32 - 1))
def test_a_foreign_architecture_is_killed(machine: str, number: int, audit: int) -> None:
    if audit != seccomp.AUDIT[machine]:
        assert answer(machine, number, audit=audit) == KILL


@given(machines, st.integers(0x40000000, 2**32 - 1))
def test_x32_is_unknown(machine: str, number: int) -> None:
    assert answer(machine, number) == ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
def test_memory_that_nobody_counts_is_refused(machine: str) -> None:
    for number in numbers(calls.UNSEEN_MEMORY, machine):
        assert answer(machine, number, counted=False) == ENOSYS
        assert answer(machine, number, counted=True) == ALLOW


def test_an_unknown_machine_is_refused() -> None:
    with pytest.raises(NoSandbox, match="no system call table for riscv64"):
        seccomp.program("riscv64", counted=True)


@pytest.mark.parametrize(
    ("column", "header", "pattern"),
    [
        (0, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", r"#define __NR_(\w+) (\d+)"),
        (1, "/usr/include/asm-generic/unistd.h", r"#define __NR_(\w+) (\d+)"),
    ],
)
def test_the_numbers_are_the_kernel_s(column: int, header: str, pattern: str) -> None:
    if not Path(header).exists():
        pytest.skip(f"no {header} here")
    known = {name: int(number) for name, number in re.findall(pattern, Path(header).read_text())}
    tables = {**calls.FORBIDDEN, **calls.UNKNOWN, **calls.UNSEEN_MEMORY}
    tables |= {"clone": calls.CLONE, "socket": calls.SOCKET, "ioctl": calls.IOCTL}
    tables |= {"socketpair": calls.SOCKETPAIR}
    ours = {name: pair[column] for name, pair in tables.items() if name in known}
    assert ours == {name: known[name] for name in ours}
    assert len(ours) > 50
