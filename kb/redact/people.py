"""People: e-mail addresses, home folders, user names where a tool prints them."""

from __future__ import annotations

from kb.redact.rule import Rule

_ACCOUNTS = (
    r"root|ubuntu|users?|username|runner|jovyan|ec2-user|admin|administrator|vscode|coder|app|"
    r"appuser|nobody|daemon|www-data|postgres|mysql|redis|nginx|git|gitlab-runner|jenkins|conda|"
    r"mambauser|docker|build|builder|ci|circleci|travis|public|default|all users|shared|guest|"
    r"default user|containeruser|defaultapppool|sagemaker-user|azureuser|opc|debian|centos|fedora|"
    r"vagrant|pi|linuxbrew|none|null|true|false|str|self|args|name|you|me|anonymous|system|airflow|"
    r"spark|hadoop|ray|triton-server|nvidia|slurm|node|python|worker|someone|example"
)
_NOBODY = rf"(?!(?i:{_ACCOUNTS})(?![\w-]))"
"""Not an account that belongs to an image or a service."""

_NAME = r"[^\W\d](?:[\w.-]{0,40}\w)?"
_NOT = r"""[^\s/\\"'`:;,*?<>|()\[\]{}$"""
_FOLDER = rf"{_NOT}~.](?:{_NOT}]{{0,60}}{_NOT}.])?"
_WEB = (
    r"https?://[^\s\"'<>]{0,200}|"
    r"(?:GET|POST|PUT|HEAD|DELETE|PATCH|route|path) [\"']?[^\s\"']{0,80}"
)
_STORAGE = (
    r"data|scratch|mnt|work|nfs|lustre|gpfs|export|storage|shared|beegfs|fsx|efs|cluster|projects?"
)
_ENDING = (
    r"(?:com|org|net|edu|gov|mil|int|info|biz|dev|app|cloud|tech|xyz|online|site|ac|example|test|"
    r"invalid|local|internal|lan|corp|[a-z]{2})(?![\w-]|\.\w|\(|\[)"
)
_GAP = r"[ \t]{1,20}"
_USER = rf"{_NOBODY}(?P<user>{_NAME})"
_HOME = rf"{_NOBODY}(?P<user>{_FOLDER})"

PEOPLE: tuple[Rule, ...] = (
    Rule(
        "e-mail",
        r"(?<![\w.+/-])(?!git@)(?P<email>[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}"
        rf"(?i:{_ENDING}))",
        ("@",),
        "mail jane.doe@lab.example.edu when done",
        "attn = q@k.transpose(-2, -1); react@18.2.0; git@github.com:a/b",
    ),
    Rule(
        "author",
        r"^\s{0,8}(?:Author|Committer|Co-authored-by|Signed-off-by|Reviewed-by|Tagger):\s{1,10}"
        r"(?P<name>(?!<)[^\n<]{1,80}[^\s<])\s{1,3}<",
        ("author", "committer", "by:", "tagger"),
        "Author: Jane Doe <jane@lab.example>",
        "Author: PyTorch Team",
    ),
    Rule(
        "home",
        r"(?:(?<![\w.~-])|(?<=-[ILR])|(?<=\\[nrt]))(?:/[\w.-]{1,40}){0,3}/(?:home|Users|homes)/"
        rf"{_HOME}",
        ("/home", "/users/"),
        'File "/home/jane/env/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1',
        "src/home/views.py and /home/ubuntu/run and GET /home/index",
        _WEB,
    ),
    Rule(
        "home-on-mount",
        rf"(?:/(?:{_STORAGE})[\w.-]{{0,30}}){{1,3}}/(?:users?|people)/{_HOME}",
        ("/user", "/people/"),
        "saved to /scratch/users/jane/run.pt",
        "GET /v1/users/12",
        _WEB,
    ),
    Rule(
        "home-windows",
        r"(?<![A-Za-z])[A-Za-z]:(?:\\\\|\\|/)(?:Users|Documents and Settings)(?:\\\\|\\|/)"
        rf"{_NOBODY}(?P<user>[^\\/:*?\"'<>|\r\n]{{1,40}}(?=[\\/])|{_FOLDER})",
        ("users", "documents and"),
        r"C:\Users\Jane Doe\run\train.py",
        r"C:\Users\Public\data",
    ),
    Rule(
        "home-tilde",
        rf"(?<![\w/~.=<>)\]-])~{_NOBODY}(?P<user>[a-z][\w-]{{1,30}})(?=/)",
        ("~",),
        "cd ~jane/runs",
        "about ~5/10 of it in ~/runs",
    ),
    Rule(
        "temp-name",
        r"/(?:torchinductor_|ray_|pytest-of-|matplotlib-|hsperfdata_|triton_|jupyter-)"
        rf"{_USER}(?=[/\s\"':]|$)",
        ("inductor_", "/ray_", "pytest-of-", "plotlib-", "/hsperf", "/triton_", "/jupyter-"),
        "open /var/tmp/torchinductor_jane/ab/cab.py",
        "open /var/tmp/torchinductor_root/ab/cab.py",
    ),
    Rule(
        "user-variable",
        r"(?<![\w-])(?:[A-Za-z]{1,12}_){0,3}(?:PGUSER|USER(?:NAME)?|LOGNAME|user(?:name)?)"
        r"(?:=[\"']?|[\"'] ?: ?[\"'])"
        rf"(?!(?:os|self|args|opts?|options|cfg|config|settings|env)\.){_USER}"
        r"(?![\w.]{0,40}[(\[=]|\.\w)",
        ("user", "logname"),
        "USER=jane LOGNAME=jane",
        '{"role": "user", "content": "hi"} user=self.user username=None',
    ),
    Rule(
        "user-named",
        r"(?:logged in as:? |(?:for|as) user:? (?=[\"'])|"
        r"(?i:password for )(?:user )?(?=[\w.-]{1,40}:)|Accepted \w{1,20} for |"
        r"(?:invalid|illegal) user |Access denied for user |"
        rf"session opened for user |--username=|--user=|\blogin -u |sudo: {{1,8}})[\"']?{_USER}",
        ("logged in as", "user", "password for", "accepted", "login -u", "sudo: "),
        "wandb: Currently logged in as: jane (lab)",
        "checked for user input, run as user root, password for 'x'",
    ),
    Rule(
        "directory-name",
        r"(?<![\w])(?i:uid|cn)=(?P<user>(?!<)[^,=\n<]{1,60})(?=,(?i:ou|dc|cn|o)=)",
        ("uid=", "cn="),
        "bind as uid=jane,ou=people,dc=lab,dc=example",
        "uid=0(root) gid=0(root), n=3,k=4",
    ),
    Rule(
        "wandb-page",
        r"(?<!docs\.)wandb\.ai/(?!(?:home|site|authorize|settings|quickstart|docs|login|signup|"
        r"articles|gallery)\b)(?P<user>[\w.-]{1,64})(?=/)",
        ("wandb.ai/",),
        "View run at https://wandb.ai/jane/cifar/runs/ab12cd34",
        "see https://docs.wandb.ai/guides/track and https://wandb.ai/authorize",
    ),
    Rule(
        "owner",
        rf"^[bcdlps-][rwxsStT-]{{9}}[.+@]?{_GAP}\d{{1,8}}{_GAP}(?:{_USER}|\w{{1,40}}){_GAP}"
        rf"(?:{_NOBODY}(?!staff|wheel)(?P<group>{_NAME})|\w{{1,40}})(?={_GAP}\d)",
        ("-rw", "drw", "lrw", "-r-", "dr-", "crw", "brw", "srw", "prw"),
        "-rw-r--r-- 1 jane lab 4096 Nov 30 10:00 ckpt.pt",
        "drwxr-xr-x 2 root root 4096 Nov 30 10:00 shm",
    ),
    Rule(
        "process-owner",
        rf"^{_USER}\+?{_GAP}\d{{1,8}}{_GAP}\d{{1,4}}\.\d{_GAP}\d{{1,3}}\.\d{_GAP}\d{{1,12}}[ \t]",
        (" ? ", " pts/", " tty"),
        "jane 4242 99.0 12.1 9912345 812345 ? Rl 10:00 1:02 python train.py",
        "resnet50 4242 99.0 12.1 ? ",
    ),
    Rule(
        "open-file-owner",
        rf"^\S{{1,20}}{_GAP}\d{{1,8}}{_GAP}(?:\d{{1,8}}{_GAP})?{_USER}{_GAP}"
        r"(?:cwd|rtd|txt|mem|DEL|\d{1,5}[urw]\w?)[ \t]",
        (" cwd ", " rtd ", " txt ", " mem ", "u ", "r ", "w "),
        "python 4242 jane 3u IPv4 12345 0t0 TCP *:8000 (LISTEN)",
        "python 4242 root mem REG 0,25 /dev/shm/torch_1",
    ),
    Rule(
        "queue",
        rf"^[ \t]{{1,20}}[\d_]{{1,14}}{_GAP}\S{{1,20}}{_GAP}\S{{1,20}}{_GAP}{_USER}{_GAP}"
        rf"(?:R|PD|CG|CD|F){_GAP}[\d:-]{{1,14}}{_GAP}\d{{1,5}}(?:{_GAP}(?P<host>[\w-]{{1,40}}))?",
        (" R ", " PD ", " CG ", " CD ", " F "),
        "   4242 gpu train jane R 1:02:03 1 gpu07",
        "   4242 gpu train root R 1:02:03 1 gpu07",
    ),
    Rule(
        "gpu-owner",
        rf"(?<=\| ){_USER}(?=\(\d{{1,7}}M\))",
        ("M)",),
        "[0] NVIDIA A100 | 45'C, 99 % | 12345 / 81920 MB | jane(12000M)",
        "[0] NVIDIA A100 | 45'C | root(12000M)",
    ),
)
