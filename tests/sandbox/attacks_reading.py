# ruff: noqa: E501
"""Attacks that want to see or change what is outside."""

from __future__ import annotations

from tests.sandbox.attack import Attack

READING = (
    Attack(
        "reads a secret in the home",
        'refused("secret", lambda: open(facts["secret_file"]).read(), errno.ENOENT)',
        bare=True,
    ),
    Attack(
        "reads a secret through the root of process 1",
        'refused("secret", lambda: open("/proc/1/root" + facts["secret_file"]).read())\n'
        'refused("cwd", lambda: os.listdir("/proc/1/cwd/../../root"))',
    ),
    Attack(
        "reads the shadow file and keys of the host",
        """
for path in ("/etc/shadow", "/etc/ssh", "/etc/sudoers", "/root/.ssh", "/var/lib", "/run/docker.sock",
             "/var/run/docker.sock", "/etc/machine-id", "/etc/hostname", "/boot", "/mnt", "/srv"):
    refused(path, lambda: os.stat(path), errno.ENOENT)
""",
    ),
    Attack(
        "looks for the environment of its parents",
        """
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        if b"KB_TEST_SECRET" in open(f"/proc/{pid}/environ", "rb").read():
            breach(pid)
    except OSError:
        pass
if "KB_TEST_SECRET" in os.environ:
    breach("own environment")
""",
        bare=True,
    ),
    Attack(
        "lists the processes of the host",
        """
pids = list(filter(str.isdigit, os.listdir("/proc")))
if len(pids) > 6 or str(facts["runner"]) in pids:
    breach(pids)
""",
        bare=True,
    ),
    Attack(
        "reads how the sandbox was made",
        """
said = open("/proc/1/cmdline", "rb").read()
if b"bind" in said or facts["secret_file"].encode() in said:
    breach(said)
""",
    ),
    Attack(
        "walks out through an inherited descriptor",
        """
import stat
for number in os.listdir("/proc/self/fd"):
    if int(number) > 2:
        try:
            mode = os.fstat(int(number)).st_mode
        except OSError:
            continue
        if stat.S_ISDIR(mode):
            refused(number, lambda: os.open("secret.txt", os.O_RDONLY, dir_fd=int(number)))
        elif int(number) != 250:
            breach(f"descriptor {number} is {os.readlink('/proc/self/fd/' + number)}")
""",
    ),
    Attack(
        "reads the session keyring",
        """
buffer = ctypes.create_string_buffer(99)
refused("keyctl read", lambda: call("keyctl", 11, facts["key"], buffer.raw, 99), errno.EPERM)
refused("request_key", lambda: call("request_key", b"user", b"kb-test", None, -3), errno.EPERM)
refused("add_key", lambda: call("add_key", b"user", b"x", b"y", 1, -3), errno.EPERM)
""",
    ),
    Attack(
        "attaches to shared memory of the host",
        'refused("shmget", lambda: call("shmget", facts["segment"], 4096, 0o666),'
        " errno.ENOENT, errno.ENOSYS)",
        bare=True,
    ),
    Attack(
        "opens disks and the kernel's memory",
        """
for path in ("/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/mem", "/dev/kmem", "/dev/kmsg",
             "/dev/port", "/dev/kvm", "/dev/fuse", "/dev/loop-control", "/dev/net/tun",
             "/dev/nvidia0", "/dev/vsock", "/proc/kcore", "/proc/kmsg"):
    refused(path, lambda: open(path, "rb").read(1))
known = {"core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin", "stdout",
         "tty", "urandom", "zero", "console"}
if set(os.listdir("/dev")) - known:
    breach(os.listdir("/dev"))
""",
    ),
    Attack(
        "makes device files",
        """
for name, number in (("disk", os.makedev(8, 0)), ("vda", os.makedev(254, 0)), ("mem", os.makedev(1, 1))):
    for folder in ("/work", "/tmp", "/dev/shm"):
        refused(name, lambda: os.mknod(f"{folder}/{name}", 0o60666, number), errno.EPERM)
""",
    ),
    Attack(
        "opens files by handle",
        """
handle = struct.pack("<Ii", 8, 1) + bytes(8)
refused("open_by_handle_at", lambda: call("open_by_handle_at", 3, handle, 0), errno.EPERM)
refused("name_to_handle_at", lambda: call("name_to_handle_at", -100, b"/usr", handle, b"....", 0),
        errno.EPERM)
""",
    ),
    Attack(
        "writes to the system and to the interpreter",
        """
import sysconfig
places = ["/", "/usr", "/usr/bin", "/etc", "/dev", "/sys", "/sys/devices/system/cpu", "/proc", "/run",
          sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"),
          os.path.dirname(sys.executable)]
for place in places:
    if os.path.isdir(place):
        refused(place, lambda: open(f"{place}/kb-was-here", "w"))
        refused(place, lambda: os.utime(place))
        refused(place, lambda: os.chmod(place, 0o777))
refused("python", lambda: open(os.path.realpath(sys.executable), "ab"))
refused("notice", lambda: open(os.environ["BASH_ENV"], "w"))
""",
    ),
    Attack(
        "changes the kernel's settings",
        """
for name in ("kernel/core_pattern", "kernel/hostname", "vm/overcommit_memory", "fs/lease-break-time",
             "kernel/sysrq", "kernel/modprobe", "net/ipv4/ip_forward", "user/max_user_namespaces"):
    refused(name, lambda: open(f"/proc/sys/{name}", "wb", 0).write(b"1"))
refused("sysrq", lambda: open("/proc/sysrq-trigger", "wb", 0).write(b"h"))
refused("oom", lambda: open("/proc/1/oom_score_adj", "wb", 0).write(b"-1000"))
""",
    ),
    Attack(
        "reads the kernel's log",
        'refused("syslog", lambda: call("syslog", 3, ctypes.create_string_buffer(99).raw, 99),'
        " errno.EPERM)",
    ),
)

NETWORK = (
    Attack(
        "calls a server of the host",
        'refused("tcp", lambda: socket.create_connection(("127.0.0.1", facts["tcp"]), 3),'
        " errno.ECONNREFUSED)",
        bare=True,
    ),
    Attack(
        "calls the world",
        """
for address in (("192.0.2.1", 80), ("1.1.1.1", 53), ("169.254.169.254", 80)):
    refused(address, lambda: socket.create_connection(address, 3), errno.ENETUNREACH)
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    refused(address, lambda: probe.sendto(b"x", address), errno.ENETUNREACH)
refused("IPv6", lambda: socket.create_connection(("2001:db8::1", 80), 3),
        errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
refused("name", lambda: socket.getaddrinfo("example.com", 80))
""",
    ),
    Attack(
        "calls abstract and other local sockets",
        """
for address in (facts["abstract"], facts["path"], "/run/docker.sock", "/run/systemd/private",
                "/tmp/.X11-unix/X0", "\\0/tmp/.X11-unix/X0"):
    probe = socket.socket(socket.AF_UNIX)
    refused(address, lambda: probe.connect(address), errno.ENOENT, errno.ECONNREFUSED)
""",
        bare=True,
    ),
    Attack(
        "opens sockets of other families",
        """
for name in ("AF_VSOCK", "AF_ALG", "AF_PACKET", "AF_BLUETOOTH", "AF_CAN", "AF_TIPC", "AF_QIPCRTR"):
    family = getattr(socket, name, 42)
    refused(name, lambda: socket.socket(family, socket.SOCK_DGRAM), errno.EAFNOSUPPORT)
    refused(name, lambda: socket.socketpair(family), errno.EAFNOSUPPORT)
refused("AF_KEY", lambda: socket.socket(15, socket.SOCK_RAW, 2), errno.EAFNOSUPPORT)
refused("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1), errno.EPERM)
for protocol in (2, 6, 12, 15, 16, 20):
    refused(protocol, lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol),
            errno.EAFNOSUPPORT)
""",
    ),
    Attack(
        "makes itself a network",
        """
import fcntl
probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
down = struct.pack("16sH14x", b"lo", 0)
refused("lo down", lambda: fcntl.ioctl(probe, 0x8914, down), errno.EPERM)
route = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
ask = struct.pack("<IHHII", 32, 16, 0x605, 1, 0) + struct.pack("<BxHiII", 0, 0, 0, 0, 0)
route.send(ask)
if struct.unpack_from("<i", route.recv(999), 16)[0] != -errno.EPERM:
    breach("RTM_NEWLINK")
if [name for _, name in socket.if_nameindex()] != ["lo"]:
    breach(socket.if_nameindex())
""",
    ),
)
