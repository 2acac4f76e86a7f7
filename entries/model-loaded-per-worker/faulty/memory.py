"""What the processes that listen on a port hold: PSS counts a page shared by n as 1/n in each."""

import re
from pathlib import Path


def holders(port):
    """(pid, PSS, RSS) in MiB of each process that holds the listening socket of the port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {r[9] for r in rows if r[3] == "0A" and r[1].endswith(f":{port:04X}")}
    sockets = [fd for fd in Path("/proc").glob("[0-9]*/fd/*") if fd.exists() and fd.is_socket()]
    pids = {fd.parts[2] for fd in sockets if str(fd.stat().st_ino) in inodes}
    found = []
    for pid in sorted(pids, key=int):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        size = {name: int(kib) >> 10 for name, kib in re.findall(r"(\w+): +(\d+) kB", text)}
        found.append((int(pid), size["Pss"], size["Rss"]))
    return found


if __name__ == "__main__":
    rows = holders(8310)
    for pid, pss, rss in rows:
        print(f"pid {pid} rss {rss} MiB pss {pss} MiB")
    print(f"{len(rows)} processes, {sum(r[1] for r in rows) / max(r[2] for r in rows):.1f} times the largest")
