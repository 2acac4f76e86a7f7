"""Commands that a check must not hold, because a person runs it on a machine at work.

The list is data: add a line, and `tests/lint/test_harm.py` a pair for it. It keeps honest authors
from accidents; what an entry may really do is decided by the sandbox.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.lint.rule import Finding, at, at_node, rule
from kb.lint.shell import Simple, python_code, simple_commands
from kb.lint.view import View


class Harm(NamedTuple):
    """A program, a pattern that its arguments hold ("" for any), and what it does."""

    programs: str
    arguments: str
    does: str


HARMS = (
    Harm("kill", r"(^| )-(9|KILL|SIGKILL|s KILL|s 9)\b", "kills without a chance to clean up"),
    Harm("kill", r"^(?!-0\b|-l\b)", "ends processes"),
    Harm("pkill killall skill xkill", "", "ends processes"),
    Harm("fuser", r"(^| )-\w*k", "ends the processes it finds"),
    Harm("rm rmdir unlink shred srm", "", "deletes files"),
    Harm("find", r"(^| )-(delete|exec(dir)? rm)\b", "deletes files"),
    Harm("git", r"^(reset .*--hard|clean|checkout|restore|stash|push|rebase)\b", "discards work"),
    Harm("mv truncate dd", "", "overwrites files"),
    Harm("sed perl", r"(^| )(-\w*i\b|--in-place)", "rewrites files in place"),
    Harm("mkfs mke2fs wipefs fdisk parted sgdisk mkswap", "", "rewrites a disk"),
    Harm("mount", r"(^| )(-o|--bind|/\S+ /\S+)", "changes what is mounted"),
    Harm("umount swapoff swapon losetup", "", "changes what is mounted"),
    Harm("chmod chown chattr setfacl", "", "changes permissions"),
    Harm("nvidia-smi", r"(^| )(-r|--gpu-reset|-e|-c|-pl|-mig|-pm|-ac|-lgc)\b", "changes the GPU"),
    Harm("rocm-smi", r"--(gpureset|set)", "changes the GPU"),
    Harm("shutdown reboot halt poweroff init telinit", "", "stops the machine"),
    Harm("systemctl service", r"\b(stop|restart|start|kill|disable|mask)\b", "changes services"),
    Harm("modprobe rmmod insmod", "", "changes the kernel"),
    Harm("sysctl", r"(^| )-w\b|=", "changes the kernel"),
    Harm("iptables nft ufw ip6tables", "", "changes the firewall"),
    Harm("ip ifconfig", r"\b(add|del|delete|set|flush)\b", "changes the network"),
    Harm("docker podman", r"^(rm|rmi|kill|stop|restart|.*prune)\b", "ends or deletes containers"),
    Harm("kubectl", r"^(delete|drain|cordon|scale|apply|rollout)\b", "changes the cluster"),
    Harm(
        "pip pip3 uv conda mamba", r"\b(install|uninstall|remove|update|sync)\b", "changes packages"
    ),
    Harm("python python3", r"^-m pip (install|uninstall)\b", "changes packages"),
    Harm("apt apt-get dnf yum brew npm", r"\b(install|remove|purge|upgrade)\b", "changes packages"),
    Harm("sudo su doas pkexec", "", "takes the rights of another user"),
)

PYTHON_HARMS = (
    (r"\bos\.(remove|unlink|rmdir|removedirs|rename|replace|truncate)\(", "deletes or moves files"),
    (r"\bshutil\.(rmtree|move)\(", "deletes or moves files"),
    (r"\.(unlink|rmdir|write_text|write_bytes)\(", "deletes or writes files"),
    (r"\bos\.(kill|killpg)\(|\.(terminate|kill)\(\)", "ends processes"),
    (r"\bopen\([^)]*,\s*['\"][wax+]", "writes files"),
    (r"\b(eval|exec)\((input|open|urlopen|requests)", "runs what it is sent"),
)
"""Pattern in the code of `python -c`, and what it does."""

LINES = (
    (r"\b(curl|wget)\b[^;&]*\|\s*(sudo\s+)?(ba|z|da)?sh\b", "runs what it downloads"),
    (
        r"\b(curl|wget)\b[^;&]*\|\s*(sudo\s+)?python[0-9.]*(\s+-)?\s*($|[;&|])",
        "runs what it is sent",
    ),
    (r":\(\)\s*\{.*\};\s*:", "starts processes without end"),
    (r">\s*/dev/(sd|nvme|mapper|mem)", "overwrites a disk"),
    (r">\s*/(proc|sys)/", "changes the kernel"),
)
"""Pattern in the line as it stands, and what it does."""


@rule(
    "error",
    bad="""
entry.yaml:
  verify: {command: "fuser -k 8000/tcp && echo port freed && exit 1", present: port freed}
""",
    good="""
entry.yaml:
  verify: {command: "fuser 8000/tcp && echo the port is held && exit 1", present: the port is held}
""",
)
def harmful_command(view: View) -> Iterator[Finding]:
    """A check deletes, ends, installs or resets something.

    A check only looks: whoever pastes it is on a machine with work on it, often in a hurry. What
    changes something belongs into `fix`, in words, where a person decides.
    """
    remedy = "only look here, and write in `fix` what to change"
    for fault in view.faults():
        for does in harms(fault.entry.verify.command):
            yield at(fault, "verify.command", does, remedy)
    for id, node in view.base.tree.nodes.items():
        for does in harms(node.check or ""):
            yield at_node(view, id, "check", does, remedy)


def harms(line: str) -> Iterator[str]:
    """What a shell line would do that a check must not, each said once."""
    found: dict[str, None] = {}
    for pattern, does in LINES:
        if re.search(pattern, line):
            found[does] = None
    for command in simple_commands(line):
        found.update(dict.fromkeys(_harms_of(command)))
    yield from found


def _harms_of(command: Simple) -> Iterator[str]:
    arguments = " ".join(command.words[1:])
    names = {command.program, command.program.partition(".")[0]}  # mkfs.ext4, python3.11
    for harm in HARMS:
        if names & set(harm.programs.split()) and re.search(harm.arguments, arguments):
            yield f"`{command.program}` {harm.does}"
    code = python_code(command)
    for pattern, does in PYTHON_HARMS:
        if code and (found := re.search(pattern, code)):
            yield f"`{found[0].strip('.(')}` {does}"
