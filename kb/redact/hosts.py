"""Machines: host names that mean something only inside a house."""

from __future__ import annotations

from kb.redact.rule import Rule

_LABEL = r"[A-Za-z0-9](?:[\w-]{0,61}[A-Za-z0-9])?"
_LABELS = rf"(?:{_LABEL}\.){{1,6}}"
_HOST = rf"{_LABEL}(?:\.{_LABEL}){{0,6}}"
_END = r"(?![\w-]|\.\w)"

_KNOWN = (
    r"amazonaws|amd|anaconda|anthropic|apache|apple|arxiv|aws\.amazon|azure|baidu|berkeley|"
    r"cloudflare|comet|conda|databricks|debian|dingtalk|discord|docker|example|fastapi|feishu|"
    r"gcr|ghcr|gitee|github|githubusercontent|gitlab|gnu|google|googleapis|gradio|gunicorn|hf|"
    r"huggingface|ietf|intel|json-schema|kaggle|kernel|lightning|microsoft|mit|modelscope|"
    r"mozilla|neptune|nginx|npm(?:js)|numpy|nvidia|openai|pydantic|pydata|pypi|python(?:hosted)?|"
    r"pytorch|qq|quay|ray|readthedocs|scikit-learn|scipy|sentry|slack|stackoverflow|stanford|"
    r"streamlit|telegram|tencent|tensorflow|ubuntu|uvicorn|w3|wandb|wikipedia|windows|aliyuncs?"
)
_NO_NAME = (
    r"none|null|true|false|str|host|hostname|self|args|cfg|config|os|socket|settings|request|url|"
    r"example|any|all|default|unknown|name|server|addrs?|address|port|ip|https?|the|a|is|not|this|"
    r"failed|process|fixed|master_addr|rdzv_endpoint|(?:os|self|args|opts?|options|cfg|config)\.[\w.]{1,80}"
)
_INSIDE = (
    rf"(?!(?:localhost(?:\.localdomain)?|ip6-localhost|host\.docker\.internal|(?i:{_NO_NAME})|"
    r"metadata\.google\.internal|kubernetes(?:\.default(?:\.svc(?:\.cluster\.local)?)?)?|"
    rf"(?:[\w-]{{1,63}}\.){{0,6}}(?:{_KNOWN})\."
    rf"(?:com|org|io|ai|co|net|dev|cn|edu|app|me|ca|us|live)){_END})"
)
"""Not a name that is the same in every house: this machine, a public service, no name at all."""

_MACHINE = (
    r"gpu|node|worker|compute|login|slurm|dgx|rack|srv|server|host|bastion|db|hpc|head|nid|cn|"
    r"ml|train"
)
_SERVICE = (
    r"gitlab|jenkins|nexus|artifactory|harbor|registry|grafana|kibana|mlflow|minio|vault|ldap|"
    r"jira|confluence|wiki|argocd|jupyterhub|airflow|prometheus|kafka|redis|mysql|postgres|mongo|"
    r"rabbitmq|elastic|git|pypi|s3|proxy|mirror|internal|intern|intranet|intra|corp|vpn|prod|"
    r"staging|stg|qa|uat|priv"
)
_SOFT = r"(?:internal|local|private|priv|hpc|cluster|consul|intra|home)"
_SOFT_NEEDS = (".internal", ".local", ".priv", ".hpc", ".cluster", ".consul", ".intra", ".home")
"""Endings that Python's dotted names have too: `threading.local`."""

HOSTS: tuple[Rule, ...] = (
    Rule(
        "inside-domain",
        rf"(?<![\w@.-])(?P<host>(?={_LABELS}(?:lan|corp|intranet|localdomain|home\.arpa|"
        rf"ec2\.internal|compute\.internal|cluster\.local){_END}){_INSIDE}{_HOST})",
        (".lan", ".corp", ".intranet", ".localdomain", ".arpa", ".internal", "cluster.local"),
        "connect to mlflow.team.corp failed",
        "threading.local and host.docker.internal",
    ),
    Rule(
        "inside-machine",
        rf"(?<![\w.-])(?P<host>(?=[\w.]{{0,120}}-|[A-Za-z]{{1,30}}\d)(?={_LABELS}{_SOFT}{_END}(?!\())"
        rf"{_INSIDE}{_HOST})",
        _SOFT_NEEDS,
        "ran on gpu-07.hpc",
        "threading.local(), self.cluster, torch.nn.internal",
    ),
    Rule(
        "inside-named",
        rf"(?<=[/@ \"'\[(=])(?P<host>(?={_LABELS}{_SOFT}(?::\d{{2,5}}(?!\d)|/|\]:\d))"
        rf"{_INSIDE}{_HOST})",
        _SOFT_NEEDS,
        "http://registry.internal:5000/v2",
        "name = threading.local",
    ),
    Rule(
        "machine",
        rf"(?<![\w@./-])(?P<host>(?=(?i:{_MACHINE})[\w-]{{0,30}}\d[\w-]{{0,30}}\.){_INSIDE}{_LABELS}"
        rf"(?:com|net|org|edu|gov|cn|de|uk|fr|jp|kr|in|ca|au|ch|nl|eu|se|it|io|ai|co)){_END}(?!\()",
        tuple(_MACHINE.split("|")),
        "started on gpu-07.cs.lab.edu",
        "node_1.weight and gpu0.memory.io.x",
    ),
    Rule(
        "address-name",
        rf"(?<![\w-])(?P<host>ip(?:-\d{{1,3}}){{4}}(?:\.{_LABEL}){{0,4}})(?![\w-])",
        ("ip-",),
        "node ip-10-0-3-17 joined",
        "pip-23-1-2-0",
    ),
    Rule(
        "windows-name",
        r"(?<![\w-])(?P<host>(?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{6,12})(?![\w-])",
        ("DESKTOP-", "LAPTOP-", "WIN-"),
        "COMPUTERNAME is DESKTOP-AB12CD3",
        "WIN-32 and DESKTOP-mode",
    ),
    Rule(
        "host-variable",
        r"(?i:(?<![a-z])host(?:_?name)?|master_addr|rdzv_endpoint|node_?name|nodelist|server_?name|"
        r"(?<![a-z])broker|bootstrap[._-]servers?|proxy_?host)"
        r"(?:\\?[\"'])?\s{0,12}(?:=\s{0,3}|"
        r":(?:\s{0,3}\\?[\"']|[ \t]{0,3}(?=[A-Za-z-]{0,40}[\d.-]|\w{2,60}$)))"
        r"(?:\\?[\"'])?(?P<host>(?=[A-Za-z][\w-])(?![\w.-]{0,60}_)"
        rf"{_INSIDE}{_HOST}(?:\[[\d,-]{{1,60}}\])?)"
        r"(?![\w.]{0,60}\(|[\w-]|: |\.\w)",
        ("host", "master_addr", "endpoint", "node", "server", "broker"),
        "MASTER_ADDR=gpu07 MASTER_PORT=29500",
        "host='127.0.0.1', host=localhost, host: str = args.host",
    ),
    Rule(
        "url-host",
        r"(?<=://)(?:[\w.~%<>-]{0,80}(?::[^\s/@]{0,80})?@)?(?P<host>(?=[A-Za-z])"
        rf"{_INSIDE}(?:{_LABEL}(?=:\d|/[\w?]|/?$)|{_HOST}(?=:\d{{2,5}}(?!\d))|"
        rf"(?:[\w-]{{1,63}}\.){{0,4}}(?:{_SERVICE})(?:-[\w-]{{1,40}})?\.{_LABELS}[A-Za-z]{{2,12}}))"
        r"(?![\w.-])",
        ("://",),
        "fatal: unable to access 'https://gitlab.acme.com/ml/x.git/'",
        "see https://pytorch.org/docs and http://localhost:8000/docs",
    ),
    Rule(
        "resolved",
        r"(?i:could not resolve (?:host|proxy)(?:name)?:? |translate host ?name "
        r"|failed to resolve |name resolution for |connect to host "
        r"|connection to (?=\S{1,80} (?:closed|timed|refused))"
        r"|can't connect to (?:mysql server on )?|no route to host:? |unknown host:? "
        r"|dial tcp: lookup )"
        rf"['\"]?(?P<host>(?=[A-Za-z]){_INSIDE}{_HOST})(?=['\"]|[\s:;,)]|\.?$)",
        ("host", "resol", "connect", "lookup"),
        "curl: (6) Could not resolve host mlflow: try again",
        "Failed to resolve 'huggingface.co'",
    ),
    Rule(
        "share",
        rf"(?<![\\\w:])\\\\(?P<host>(?!wsl\b){_HOST})\\(?=[\w$])",
        ("\\\\",),
        r"\\filer01\models\a.pt",
        r"re.compile('\\d+\\w') and \\.\pipe\docker_engine",
    ),
    Rule(
        "nccl",
        rf"^(?P<host>{_INSIDE}{_HOST})(?=:\d{{1,8}}:\d{{1,8}} \[\d{{1,3}}\])",
        ("NCCL",),
        "gpu07:4242:4300 [0] NCCL INFO Bootstrap : Using eth0",
        "localhost:4242:4300 [0] NCCL INFO Bootstrap : Using lo:127.0.0.1<0>",
    ),
    Rule(
        "syslog",
        r"^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|"
        r"\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:?\d\d)?) "
        rf"(?P<host>(?=[A-Za-z]){_INSIDE}{_HOST}) (?=[\w./-]{{1,40}}(?:\[\d{{1,8}}\])?: )",
        ("kernel:", "]: ", "sudo:", "systemd"),
        "Nov 30 10:00:00 gpu07 kernel: NVRM: Xid 79",
        "Nov 30 10:00:00 localhost kernel: NVRM: Xid 79",
    ),
    Rule(
        "kernel-name",
        rf"^Linux (?P<host>{_INSIDE}{_HOST}) (?=\d\.\d{{1,3}})",
        ("Linux ",),
        "Linux gpu07 5.15.0-91-generic #101-Ubuntu SMP x86_64",
        "Linux 5.15.0-91-generic",
    ),
    Rule(
        "event-file",
        rf"(?<=tfevents\.)\d{{10}}\.(?P<host>(?!localhost\.){_HOST}?)(?=\.\d{{1,8}}\.\d)",
        ("tfevents.",),
        "events.out.tfevents.1732960000.gpu07.4242.0",
        "events.out.tfevents.1732960000.localhost.4242.0",
    ),
    Rule(
        "slurm",
        r"(?:srun: error: |STEP [\d.]{1,20} ON |JOB \d{1,12} ON |slurmstepd-|Nodes? )"
        rf"(?P<host>(?=[\w-]{{0,40}}\d){_INSIDE}{_HOST})(?=: | CANCELLED|:? task|: error)",
        ("srun", "slurm"),
        "srun: error: gpu017: task 3: Killed",
        "srun: error: Unable to create step",
    ),
    Rule(
        "mpi",
        rf"^\[(?P<host>(?=[A-Za-z]){_INSIDE}{_HOST}):\d{{2,8}}\]"
        r"(?= (?:\*\*\*|\[ ?\d|mca|ORTE|PMIX|MPI|\[\[|\d more))",
        ("***", "mca", "ORTE", "PMIX", "MPI", "] ["),
        "[gpu07:04242] *** Process received signal ***",
        "[train.py:120] step 1",
    ),
    Rule(
        "rendezvous",
        r"(?:\[|\(['\"]?)(?P<host>(?=[A-Za-z])(?=[\w.]{0,60}[\d-])(?=[\w.-]{1,250}[\]'\",])"
        rf"{_INSIDE}{_HOST})"
        r"(?=\]:\d{2,5}|['\"]?, \d{4,5}\))",
        ("]:", ", "),
        "The client socket has failed to connect to [gpu07]:29500",
        "[rank0]: step, ('127.0.0.1', 29500)",
    ),
    Rule(
        "login-at",
        r"(?<![\w.@/:<-])(?:(?!root@|git@|ubuntu@)(?P<user>[a-z_][\w.-]{0,30})|root|ubuntu)@"
        rf"(?P<host>(?!sha\d|md5){_INSIDE}{_HOST})"
        r"(?=:[~/][^\n]{0,120}[$#%>](?:\s|$)|:?[ ~\w./-]{0,80}\][$#]|"
        r": Permission denied|'s pass| [~\w./-]{1,40} [%$#](?:\s|$))",
        ("@",),
        "(base) jane@gpu07:~/runs$ python train.py",
        "pull ubuntu@sha256:0a1b and x@y: no",
    ),
    Rule(
        "ssh",
        r"\b(?:ssh|scp|rsync|sftp|mosh|ssh-copy-id|sshfs)\s[^\n|]{0,160}?(?<=[\s'\"])"
        r"(?:(?!root@|git@|ubuntu@)(?P<user>[a-z_][\w.-]{0,30})|root|ubuntu)@"
        rf"(?P<host>{_INSIDE}{_HOST})",
        ("ssh", "scp", "rsync", "sftp", "mosh"),
        "ssh -L 8888:localhost:8888 jane@gpu07",
        "ssh -T git@github.com",
    ),
    Rule(
        "key-owner",
        rf"\bssh-\w{{3,10}} AAAA[\w+/=]{{20,2000}} (?P<user>[\w.-]{{1,40}})@(?P<host>{_HOST})",
        ("ssh-",),
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIabcdefgh jane@gpu07",
        "ssh-ed25519 is a key type",
    ),
)
