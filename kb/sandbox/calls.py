"""Which system calls the sandbox refuses: (x86_64 number, aarch64 number), None where absent.

Numbers are the kernel's own, `arch/x86/entry/syscalls/syscall_64.tbl` and
`include/uapi/asm-generic/unistd.h`; `tests/sandbox/test_seccomp.py` compares them.
"""

from __future__ import annotations

Numbers = tuple[int | None, int | None]

FORBIDDEN: dict[str, Numbers] = {
    # file systems: what is mounted stays, nothing comes
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "acct": (163, 89),
    # namespaces
    "unshare": (272, 97),
    "setns": (308, 268),
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    # keyrings: the session keyring is inherited through every namespace
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # large kernel surfaces
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "modify_ldt": (154, None),
    "uselib": (134, None),
    "lookup_dcookie": (212, 18),
    # the machine itself
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
}
"""Answered with EPERM."""

UNKNOWN: dict[str, Numbers] = {
    # glibc falls back to clone, whose flags a filter can see
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "memfd_secret": (447, 447),
}
"""Answered with ENOSYS, as by a kernel that does not have them."""

UNSEEN_MEMORY: dict[str, Numbers] = {
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
}
"""Answered with ENOSYS where no memory cgroup counts: their memory shows in no process."""

CLONE: Numbers = (56, 220)
SOCKET: Numbers = (41, 198)
SOCKETPAIR: Numbers = (53, 199)
IOCTL: Numbers = (16, 29)

NEW_NAMESPACES = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME."""

FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}
AF_NETLINK = 16
NETLINK = {"NETLINK_ROUTE": 0, "NETLINK_SOCK_DIAG": 4}
"""The socket families that are left, and what of AF_NETLINK: listing interfaces and sockets."""

TERMINAL_REQUESTS = {"TIOCSTI": 0x5412, "TIOCLINUX": 0x541C, "TIOCSETD": 0x5423}
"""ioctl requests that type into a terminal, read its screen or change its line discipline."""
