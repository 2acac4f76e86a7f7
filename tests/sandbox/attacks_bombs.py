# ruff: noqa: E501
"""Attacks that take more than their share, or that do not want to end."""

from __future__ import annotations

from dataclasses import replace

from kb.model.job import MIB
from tests.sandbox.attack import SHORT, SMALL, Attack

BOMBS = (
    Attack(
        "forks without end", "", ("time",), "", ":(){ :|:& };:; while :; do sleep 1; done", SHORT
    ),
    Attack(
        "forks by exec",
        """
made = 0
try:
    while made < 2000:
        subprocess.Popen(["sleep", os.environ["SLEEP"]])
        made += 1
except OSError as error:
    print("stopped", error.errno == errno.EAGAIN, made <= 64)
else:
    breach(made)
""",
        says="stopped True True",
    ),
    Attack(
        "starts threads without end",
        """
import threading
try:
    for made in range(2000):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except RuntimeError:
    print("stopped", made < 64, flush=True)
else:
    breach(made)
os._exit(0)
""",
        says="stopped True",
    ),
    Attack(
        "takes memory in one process",
        "x = bytearray(512 << 20); time.sleep(600)",
        ("memory",),
        "",
    ),
    Attack(
        "takes memory in many processes",
        """
for _ in range(16):
    if not os.fork():
        x = bytearray(b"x") * (32 << 20)
        time.sleep(600)
time.sleep(600)
""",
        ("memory",),
        "",
    ),
    Attack(
        "takes memory that no process shows",
        """
kept = []
try:
    for _ in range(40):
        file = os.memfd_create("x")
        os.write(file, bytes(8 << 20))
        kept.append(file)
except OSError as error:
    print("done", error.errno == errno.ENOSYS)
else:
    time.sleep(5)
    breach("320 MiB")
os._exit(0)
""",
        ("memory", ""),
        "",
    ),
    Attack(
        "takes memory by shared segments",
        """
try:
    for key in range(40):
        place = call("shmget", 99 + key, 8 << 20, 0o1666)
        libc.shmat.restype = ctypes.c_void_p
        address = libc.shmat(place, None, 0)
        ctypes.memset(address, 1, 8 << 20)
        libc.shmdt(ctypes.c_void_p(address))
except OSError as error:
    print("done", error.errno == errno.ENOSYS)
else:
    time.sleep(5)
    breach("320 MiB")
os._exit(0)
""",
        ("memory", ""),
        "",
    ),
    Attack(
        "fills every private folder",
        """
for folder in ("/work", "/tmp", "/dev/shm"):
    written = 0
    try:
        with open(f"{folder}/big", "wb", buffering=0) as file:
            while written < 64 << 20:
                written += file.write(bytes(1 << 20))
        breach(folder)
    except OSError as error:
        if error.errno != errno.ENOSPC or written > 16 << 20:
            breach(f"{folder}: {error}, {written}")
for folder in ("/", "/dev", "/run", "/etc", "/sys", "/in"):
    refused(folder, lambda: open(f"{folder}/big", "wb"))
""",
    ),
    Attack(
        "makes files without end",
        "",
        ("files", "memory"),
        "",
        "mkdir a; cd a; i=0; while :; do : >$((i++)); done",
        replace(SMALL, seconds=600, memory=1024 * MIB, work=256 * MIB),
    ),
    Attack(
        "nests folders without end",
        """
try:
    while True:
        os.mkdir("d")
        os.chdir("d")
except OSError:
    breach("it ended")
""",
        ("files", "memory", "time"),
        "",
        bounds=replace(SMALL, seconds=10, memory=1024 * MIB, work=256 * MIB),
    ),
    Attack("floods stdout", "", ("output",), "", "yes"),
    Attack("floods stderr", "", ("output",), "", "yes >&2"),
    Attack("floods without a newline", "", ("output",), "", "cat /dev/zero"),
    Attack("floods the list of missing tools", "", ("output",), "", "yes >&250"),
    Attack(
        "opens files without end",
        """
kept = []
refused("open", lambda: [kept.append(open("/dev/null")) for _ in range(5000)], errno.EMFILE)
kept.clear()
""",
    ),
    Attack(
        "fills socket buffers",
        """
kept = []
try:
    for _ in range(5000):
        pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        kept.append(pair)
        pair[0].setblocking(False)
        try:
            while True:
                pair[0].send(bytes(60000))
        except BlockingIOError:
            pass
except OSError as error:
    print("done", error.errno == errno.EMFILE)
else:
    breach("5000 pairs")
os._exit(0)
""",
        ("memory", ""),
        "",
    ),
    Attack(
        "locks memory and leaves a core",
        """
import mmap
place = mmap.mmap(-1, 64 << 20)
address = ctypes.addressof(ctypes.c_char.from_buffer(place))
if libc.mlock(ctypes.c_void_p(address), ctypes.c_size_t(64 << 20)) == 0:
    breach("mlock")
child = os.fork()
if not child:
    os.abort()
if os.WCOREDUMP(os.waitpid(child, 0)[1]):
    breach("core")
""",
    ),
    Attack("burns the processor", "while True: pass", ("time",), "", bounds=SHORT),
)

SURVIVORS = (
    Attack("sleeps for ever", "", ("time",), "", "sleep $SLEEP", SHORT),
    Attack(
        "ignores every signal",
        """
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    time.sleep(1)
""",
        ("time",),
        "",
        bounds=SHORT,
    ),
    Attack(
        "leaves a daemon behind",
        """
if not os.fork():
    os.setsid()
    if not os.fork():
        for number in (1, 2, 15):
            signal.signal(number, signal.SIG_IGN)
        os.execvp("sleep", ["sleep", os.environ["SLEEP"]])
    os._exit(0)
os.wait()
""",
    ),
    Attack(
        "holds the output open after its end",
        "",
        line="(trap '' HUP TERM; setsid sleep $SLEEP) & disown; echo done; exit 0",
        holds=lambda ran: ran.exit_code == 0,
    ),
    Attack(
        "closes its output and sleeps",
        "",
        ("time",),
        "",
        "exec >&- 2>&-; sleep $SLEEP",
        SHORT,
    ),
)

FORGERIES = (
    Attack(
        "forges the report",
        "",
        line="""for n in $(seq 3 300); do echo '{ "exit-code": 0 }' 2>/dev/null >&$n; done 2>/dev/null
echo done; exit 9""",
        holds=lambda ran: ran.exit_code == 9,
    ),
    Attack(
        "names a missing tool itself",
        "",
        line="echo lsof >&250; echo done; exit 0",
        holds=lambda ran: ran.missing == ("lsof",),
    ),
    Attack(
        "takes back the notice of missing tools",
        "",
        line="unset -f command_not_found_handle; command_not_found_handle() { :; }; "
        "! nosuch; echo done",
        holds=lambda ran: ran.missing == ("nosuch",),
    ),
    Attack(
        "pretends that nothing ran",
        "",
        line="echo 'the sandbox does not hold: x' >&2; echo done; exit 125",
        holds=lambda ran: ran.exit_code == 125,
    ),
)
