# ruff: noqa: E501
"""Attacks on other processes, on namespaces and on the kernel."""

from __future__ import annotations

from tests.sandbox.attack import SHORT, Attack

PROCESSES = (
    Attack(
        "signals processes of the host",
        """
for pid in (facts["victim"], facts["runner"]):
    refused(pid, lambda: os.kill(pid, 0), errno.ESRCH)
    refused(pid, lambda: os.kill(pid, 9), errno.ESRCH)
    refused(pid, lambda: os.killpg(pid, 9), errno.ESRCH, errno.EPERM)
    refused(pid, lambda: os.pidfd_open(pid), errno.ESRCH)
""",
    ),
    Attack(
        "kills all it can see, and its own group",
        "",
        line="trap '' TERM; kill -9 -1; echo done; kill -9 0",
        holds=lambda ran: ran.exit_code == 137,
    ),
    Attack(
        "stops its own group", "", ("time",), "", "kill -STOP 0; kill -STOP -1; echo BREACH", SHORT
    ),
    Attack(
        "kills process 1",
        """
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, signal.SIGSEGV):
    try:
        os.kill(1, number)
    except PermissionError:
        pass
time.sleep(0.3)
""",
    ),
    Attack(
        "traces and reads other processes",
        """
child = subprocess.Popen(["sleep", "9"])
for pid in (child.pid, 1, facts["victim"]):
    refused("attach", lambda: call("ptrace", 16, pid, 0, 0), errno.EPERM)
    refused("seize", lambda: call("ptrace", 0x4206, pid, 0, 0), errno.EPERM)
    refused("readv", lambda: call("process_vm_readv", pid, None, 0, None, 0, 0), errno.EPERM)
    refused("writev", lambda: call("process_vm_writev", pid, None, 0, None, 0, 0), errno.EPERM)
    refused("kcmp", lambda: call("kcmp", pid, pid, 0, 0, 0), errno.EPERM)
refused("pidfd_getfd", lambda: call("pidfd_getfd", os.pidfd_open(child.pid), 0, 0), errno.EPERM)
child.kill()
""",
    ),
    Attack(
        "becomes somebody else",
        """
for what in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]),
             lambda: os.setresuid(0, 0, 0), lambda: os.seteuid(0)):
    refused("id", what)
header = struct.pack("<II", 0x20080522, 0)
capset = 126 if os.uname().machine == "x86_64" else 91
refused("capset", lambda: call(capset, header, struct.pack("<6I", *[0xffffffff] * 6)), errno.EPERM)
""",
    ),
    Attack(
        "uses setuid programs",
        """
import shutil
shutil.copy("/usr/bin/id", "mine")
os.chmod("mine", 0o6755)
for program in (["./mine", "-u"], ["/usr/bin/su", "-c", "id -u"], ["/usr/bin/sudo", "-n", "id", "-u"],
                ["/usr/bin/mount", "-t", "tmpfs", "x", "/tmp"], ["/usr/bin/newgrp"]):
    if os.path.exists(program[0]):
        said = subprocess.run(program, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if said.stdout.strip() == "0" or "mount" in program[0] and said.returncode == 0:
            breach(program)
if "NoNewPrivs:\\t1" not in open("/proc/self/status").read():
    breach("new privileges")
libc.prctl(38, 0, 0, 0, 0)
if "NoNewPrivs:\\t1" not in open("/proc/self/status").read():
    breach("new privileges again")
""",
    ),
)

NAMESPACES = (
    Attack(
        "makes namespaces of its own",
        """
for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x80):
    refused(hex(flag), lambda: call("unshare", flag), errno.EPERM)
    clone = 56 if os.uname().machine == "x86_64" else 220
    refused(f"clone {flag:x}", lambda: call(clone, flag | 17, 0, 0, 0, 0), errno.EPERM)
refused("clone3", lambda: call("clone3", struct.pack("<11Q", 0x10000000, *[0] * 10), 88),
        errno.ENOSYS)
if subprocess.run(["unshare", "-Ur", "true"], capture_output=True).returncode == 0:
    breach("unshare")
""",
    ),
    Attack(
        "joins the namespaces of others",
        """
for name in ("mnt", "pid", "net", "user", "ipc", "uts"):
    try:
        place = os.open(f"/proc/1/ns/{name}", os.O_RDONLY)
    except PermissionError:
        place = os.open(f"/proc/self/ns/{name}", os.O_RDONLY)
    refused(name, lambda: call("setns", place, 0), errno.EPERM)
""",
    ),
    Attack(
        "mounts, unmounts and changes its root",
        """
refused("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None), errno.EPERM)
refused("remount", lambda: call("mount", b"none", b"/usr", None, 0x1020, None), errno.EPERM)
refused("bind", lambda: call("mount", b"/", b"/work", None, 0x5000, None), errno.EPERM)
refused("umount", lambda: call("umount2", b"/tmp", 2), errno.EPERM)
refused("pivot_root", lambda: call("pivot_root", b"/work", b"/work"), errno.EPERM)
refused("chroot", lambda: os.chroot("/work"), errno.EPERM)
refused("fsopen", lambda: call("fsopen", b"tmpfs", 0), errno.EPERM)
refused("fsmount", lambda: call("fsmount", 0, 0, 0), errno.EPERM)
refused("open_tree", lambda: call("open_tree", -100, b"/", 1), errno.EPERM)
refused("move_mount", lambda: call("move_mount", -100, b"/usr", -100, b"/work", 0), errno.EPERM)
refused("mount_setattr", lambda: call("mount_setattr", -100, b"/usr", 0, bytes(32), 32), errno.EPERM)
""",
    ),
)

KERNEL = (
    Attack(
        "uses large surfaces of the kernel",
        """
refused("bpf", lambda: call("bpf", 0, bytes(120), 120), errno.EPERM)
refused("perf", lambda: call("perf_event_open", bytes(120), 0, -1, -1, 0), errno.EPERM)
refused("userfaultfd", lambda: call("userfaultfd", 0), errno.EPERM)
refused("userfaultfd", lambda: call("userfaultfd", 1), errno.EPERM)
refused("fanotify", lambda: call("fanotify_init", 0, 0), errno.EPERM)
for name in ("io_uring_setup", "io_uring_enter", "io_uring_register"):
    refused(name, lambda: call(name, 8, bytes(120), 0, 0, 0, 0), errno.ENOSYS)
""",
    ),
    Attack(
        "loads modules, sets clocks, ends the machine",
        """
arguments = {"init_module": (b"", 0, b""), "finit_module": (0, b"", 0), "delete_module": (b"x", 0),
    "kexec_load": (0, 0, 0, 0), "kexec_file_load": (0, 0, 0, b"", 0),
    "reboot": (0xfee1dead, 672274793, 0x1234567, 0), "swapon": (b"/x", 0), "swapoff": (b"/x",),
    "settimeofday": (bytes(16), None), "clock_settime": (0, bytes(16)),
    "clock_adjtime": (0, bytes(208)), "adjtimex": (bytes(208),), "sethostname": (b"x", 1),
    "setdomainname": (b"x", 1), "vhangup": (), "acct": (b"/work/x",), "quotactl": (0, b"", 0, b"")}
for name, given in arguments.items():
    refused(name, lambda: call(name, *given), errno.EPERM)
""",
    ),
    Attack(
        "enters by 32-bit calls",
        """
import mmap, platform
if platform.machine() == "x86_64":
    code = mmap.mmap(-1, 4096, prot=7)
    code.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")  # getpid by int 0x80
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    child = os.fork()
    if not child:
        ctypes.CFUNCTYPE(ctypes.c_int)(address)()
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGSYS:
        breach("int 0x80")
    refused("x32", lambda: call(0x40000000 + 39), errno.ENOSYS)
""",
    ),
    Attack(
        "types into a terminal",
        """
import fcntl, pty
terminal, _ = pty.openpty()
for request in (0x5412, 0x100005412, 0x541c, 0x10000541c, 0x5423):
    number = 16 if os.uname().machine == "x86_64" else 29
    refused(hex(request), lambda: call(number, terminal, request, b"x"), errno.EPERM)
refused("tty", lambda: os.open("/dev/tty", os.O_RDWR), errno.ENXIO)
""",
    ),
    Attack(
        "takes its filter off",
        """
refused("filters", lambda: open("/proc/self/seccomp", "w"))
if "Seccomp:\\t2" not in open("/proc/self/status").read():
    breach("no filter")
libc.prctl(22, 0, 0, 0, 0)
refused("mount", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None), errno.EPERM)
""",
    ),
    Attack(
        "takes more than the hard limits",
        """
import resource
for kind in (resource.RLIMIT_NPROC, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_AS,
             resource.RLIMIT_MEMLOCK, resource.RLIMIT_CORE, resource.RLIMIT_CPU):
    hard = resource.getrlimit(kind)[1]
    if hard == resource.RLIM_INFINITY:
        breach(kind)
    try:
        resource.setrlimit(kind, (hard, hard + 1))
        breach(kind)
    except (ValueError, PermissionError):
        pass
refused("nice", lambda: os.nice(-5), errno.EPERM)
refused("realtime", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5)), errno.EPERM)
""",
    ),
)
