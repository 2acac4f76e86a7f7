"""Machines: host names that mean something only inside a house, and addresses."""

from __future__ import annotations

from kb.redact.rule import Rule

_LABEL = r"[A-Za-z0-9](?:[\w-]{0,61}[A-Za-z0-9])?"
_DOTTED = rf"(?:{_LABEL}\.){{1,6}}"
_HOST = rf"{_LABEL}(?:\.{_LABEL}){{0,6}}"
_ANYONE = (
    r"(?!(?:localhost|localhost\.localdomain|ip6-localhost|host\.docker\.internal|"
    r"metadata\.google\.internal|kubernetes(?:\.default(?:\.svc(?:\.cluster\.local)?)?)?|"
    r"(?i:none|null|true|false|str|host|hostname|self|args|cfg|config|os|socket|settings|request|url|"
    r"127|0|example|any|all|default|unknown|name|server|address|the|a|is|not|this)"
    r"|(?:[\w-]{1,63}\.){0,6}(?:github|githubusercontent|gitlab|huggingface|pytorch|nvidia|openai|"
    r"anthropic|google|googleapis|amazonaws|aws\.amazon|azure|microsoft|windows|docker|anaconda|"
    r"kaggle|python|readthedocs|stackoverflow|wikipedia|arxiv|tensorflow|apache|debian|ubuntu|"
    r"kernel|gnu|intel|amd|apple|mozilla|example|wandb|pythonhosted|pypi|hf|quay|gcr|ghcr|conda|"
    r"lightning|ray|pydantic|numpy|scipy|npmjs|modelscope|aliyun|aliyuncs|tencent|baidu|gitee|"
    r"qq|sentry|slack|cloudflare|fastapi|uvicorn|gunicorn|nginx|scikit-learn|pydata|neptune|comet|"
    r"databricks|mit|stanford|berkeley|cmu|toronto|w3|ietf|json-schema|gradio|streamlit|feishu|"
    r"dingtalk|discord|telegram)\.(?:com|org|io|ai|co|net|dev|cn|edu|app|me|ca|us|live))(?![\w-]|\.\w))"
)
"""Names that mean the same in every house: this machine, well-known services, no name at all."""

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_PRIVATE = (
    rf"(?:10(?:\.{_OCTET}){{3}}|192\.168(?:\.{_OCTET}){{2}}|172\.(?:1[6-9]|2\d|3[01])(?:\.{_OCTET}){{2}}|"
    rf"100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.{_OCTET}){{2}}|169\.254(?!\.169\.254)(?:\.{_OCTET}){{2}})"
)
_REMOTE = (
    rf"(?!0\.|127\.|255\.|8\.8\.[84]\.|1\.[01]\.[01]\.1|22[4-9]\.|169\.254\.169\.254)"
    rf"{_OCTET}(?:\.{_OCTET}){{3}}(?!\.?\d)"
)
_VERSION = (
    r"[=<>~!]=\s?|[<>^~]\s?|(?i:\bv|version|release|driver)[\"']?[ :=]{0,3}[\"']?|"
    r"(?i:nvidia|lib|cuda|cublas|curand|cufft|cusolver|cusparse|cudnn|cupti|tensorrt|nccl|rocm|hip|"
    r"mkl|oneapi|intel|magma|triton)[\w.-]{0,60}[\s\"'(:,=<>~!|]{1,60}"
)
"""What stands before a version of four numbers: 10.3.2.106 is a release of cuRAND."""

HOSTS: tuple[Rule, ...] = (
    Rule(
        "inside-domain",
        rf"(?<![\w@.-])(?P<host>{_ANYONE}{_DOTTED}(?:lan|corp|intranet|localdomain|home\.arpa|"
        r"ec2\.internal|compute\.internal|svc\.cluster\.local|cluster\.local))(?![\w-]|\.\w)",
        (".lan", ".corp", ".intranet", ".localdomain", ".arpa", ".internal", ".local"),
        "connect to mlflow.team.corp failed",
        "threading.local and host.docker.internal",
    ),
    Rule(
        "inside-machine",
        rf"(?<![\w.-])(?P<host>{_ANYONE}(?=[\w.]{{0,120}}-|[A-Za-z]{{1,30}}\d)(?:{_LABEL}\.){{1,6}}"
        r"(?:internal|local|private|priv|hpc|cluster|consul|intra|home))(?![\w-]|\.\w|\()",
        (".internal", ".local", ".priv", ".hpc", ".cluster", ".consul", ".intra", ".home"),
        "ran on gpu-07.hpc",
        "threading.local(), self.cluster, torch.nn.internal",
    ),
    Rule(
        "inside-named",
        rf"(?<=[/@ \"'\[(=])(?<!File \")(?P<host>{_ANYONE}{_DOTTED}(?:internal|local|private|priv|hpc|cluster|"
        r"consul|intra|home))(?=:\d{2,5}(?!\d)|/|\]:\d)",
        (".internal", ".local", ".priv", ".hpc", ".cluster", ".consul", ".intra", ".home"),
        "http://registry.internal:5000/v2",
        "name = threading.local",
    ),
    Rule(
        "machine",
        rf"(?<![\w@./-])(?P<host>{_ANYONE}(?i:gpu|node|worker|compute|login|slurm|dgx|rack|srv|server|host|"
        rf"bastion|db|hpc|head|nid|cn|ml|train)[\w-]{{0,30}}\d[\w-]{{0,30}}\.(?:{_LABEL}\.){{1,5}}"
        r"(?:com|net|org|edu|gov|cn|de|uk|fr|jp|kr|in|ca|au|ch|nl|eu|se|it|io|ai|co))(?![\w-]|\.\w|\()",
        (".",),
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
        "host-variable",
        r"(?i:(?<![a-z])host(?:_?name)?|master_addr|rdzv_endpoint|node_?name|nodelist|server_?name|"
        r"(?<![a-z])broker|bootstrap[._-]servers?|proxy_?host)"
        rf"(?:\\?[\"'])?\s{{0,12}}[:=]\s{{0,3}}(?:\\?[\"'])?(?P<host>{_ANYONE}(?=[A-Za-z])(?:{_HOST})(?:\[[\d,-]{{1,60}}\])?)"
        r"(?![\w.]{0,60}\(|[\w-]|: |\.\w)",
        ("host", "addr", "endpoint", "node", "server", "broker"),
        "MASTER_ADDR=gpu07 MASTER_PORT=29500",
        "host='127.0.0.1', host=localhost, host: str = args.host",
    ),
    Rule(
        "url-host",
        rf"(?<=://)(?:[\w.~%<>-]{{0,80}}(?::[^\s/@]{{0,80}})?@)?(?P<host>{_ANYONE}(?=[A-Za-z])(?:{_LABEL}(?=[:/])(?=:\d|/[\w?]|/?$)|"
        rf"(?:[\w-]{{1,63}}\.){{0,4}}(?:gitlab|jenkins|nexus|artifactory|harbor|registry|grafana|kibana|mlflow|"
        rf"minio|vault|ldap|jira|confluence|wiki|argocd|jupyterhub|airflow|prometheus|kafka|redis|mysql|postgres|"
        rf"mongo|rabbitmq|elastic|git|pypi|s3|proxy|mirror|internal|intern|intranet|intra|corp|vpn|prod|staging|"
        rf"stg|qa|uat|priv)(?:-[\w-]{{1,40}})?\.(?:{_LABEL}\.){{1,5}}[A-Za-z]{{2,12}}|{_HOST}(?=:\d{{2,5}}(?!\d))))(?![\w.-])",
        ("://",),
        "fatal: unable to access 'https://gitlab.acme.com/ml/x.git/'",
        "see https://pytorch.org/docs and http://localhost:8000/docs",
    ),
    Rule(
        "nccl",
        rf"^(?P<host>{_ANYONE}{_HOST})(?=:\d{{1,8}}:\d{{1,8}} \[\d{{1,3}}\])",
        ("nccl",),
        "gpu07:4242:4300 [0] NCCL INFO Bootstrap : Using eth0",
        "localhost:4242:4300 [0] NCCL INFO Bootstrap : Using lo:127.0.0.1<0>",
    ),
    Rule(
        "syslog",
        rf"^(?:[A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d|\d{{4}}-\d\d-\d\dT[\d:.]{{8,20}}(?:Z|[+-]\d\d:?\d\d)?) (?P<host>{_ANYONE}(?=[A-Za-z]){_HOST}) "
        r"(?=[\w./-]{1,40}(?:\[\d{1,8}\])?: )",
        ("kernel:", "]: ", "sudo:", "systemd"),
        "Nov 30 10:00:00 gpu07 kernel: NVRM: Xid 79",
        "Nov 30 10:00:00 localhost kernel: NVRM: Xid 79",
    ),
    Rule(
        "kernel-name",
        rf"^Linux (?P<host>{_ANYONE}{_HOST}) (?=\d\.\d{{1,3}})",
        ("linux ",),
        "Linux gpu07 5.15.0-91-generic #101-Ubuntu SMP x86_64",
        "Linux 5.15.0-91-generic",
    ),
    Rule(
        "slurm",
        rf"(?:srun: error: |STEP [\d.]{{1,20}} ON |JOB \d{{1,12}} ON |slurmstepd-|Nodes? )(?P<host>{_ANYONE}(?=[\w-]{{0,40}}\d){_HOST})(?=: | CANCELLED|:? task|: error)",
        ("srun", "slurm"),
        "srun: error: gpu017: task 3: Killed",
        "srun: error: Unable to create step",
    ),
    Rule(
        "mpi",
        rf"^\[(?P<host>{_ANYONE}(?=[A-Za-z]){_HOST}):\d{{2,8}}\](?= (?:\*\*\*|\[ ?\d|mca|ORTE|PMIX|MPI|\[\[|\d more))",
        ("***", "mca", "orte", "pmix", "mpi", "[ "),
        "[gpu07:04242] *** Process received signal ***",
        "[train.py:120] step 1",
    ),
    Rule(
        "rendezvous",
        rf"(?:\[|\(['\"]?)(?P<host>{_ANYONE}(?=[A-Za-z])(?={_HOST}[\]'\",])(?=[\w.]{{0,60}}[\d-]){_HOST})(?=\]:\d{{2,5}}|['\"]?, \d{{4,5}}\))",
        ("]:", ")"),
        "The client socket has failed to connect to [gpu07]:29500",
        "[rank0]: step, ('127.0.0.1', 29500)",
    ),
    Rule(
        "resolved",
        r"(?i:could not resolve (?:host|proxy)(?:name)?:? |translate host ?name |failed to resolve |name resolution for |"
        r"connect to host |connection to (?=\S{1,80} (?:closed|timed|refused))|can't connect to (?:mysql server on )?|"
        r"no route to host:? |unknown host:? |lookup )"
        rf"['\"]?(?P<host>{_ANYONE}(?=[A-Za-z]){_HOST})(?=['\"]|[\s:;,)]|\.?$)",
        ("host", "resol", "connect", "lookup"),
        "curl: (6) Could not resolve host: mlflow",
        "Failed to resolve 'huggingface.co'",
    ),
    Rule(
        "share",
        rf"(?<![\\\w:])\\\\(?P<host>(?!wsl\b){_LABEL}(?:\.{_LABEL}){{0,5}})\\(?=[\w$])",
        ("\\\\",),
        r"\\filer01\models\a.pt",
        r"re.compile('\\d+\\w') and \\.\pipe\docker_engine",
    ),
    Rule(
        "login-at",
        r"(?<![\w.@/:<-])(?:(?!root@|git@|ubuntu@)(?P<user>[a-z_][\w.-]{0,30})|root|ubuntu)@"
        rf"(?P<host>(?!sha\d|md5){_ANYONE}{_HOST})(?=:[~/][^\n]{{0,120}}[$#%>](?:\s|$)|:?[ ~\w./-]{{0,80}}\][$#])",
        ("@",),
        "(base) jane@gpu07:~/runs$ python train.py",
        "pull ubuntu@sha256:0a1b and x@y: no",
    ),
    Rule(
        "ssh",
        r"\b(?:ssh|scp|rsync|sftp|mosh|ssh-copy-id|sshfs)\s[^\n|]{0,160}?(?<=[\s'\"])"
        rf"(?:(?!root@|git@|ubuntu@)(?P<user>[a-z_][\w.-]{{0,30}})|root|ubuntu)@(?P<host>{_ANYONE}{_HOST})",
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
    Rule(
        "private-address",
        rf"(?<![\w.-])(?P<address>{_PRIVATE})(?!\.?\d)",
        ("10.", "192.168.", "172.", "100.", "169.254."),
        "connected to 10.12.0.7",
        "nvidia-curand-cu12==10.3.2.106, libcurand 10.3.5.147, 127.0.0.1",
        _VERSION,
    ),
    Rule(
        "address-and-port",
        rf"(?<![\w.-])(?P<address>{_REMOTE})(?=:\d{{2,5}}(?!\d))",
        (".",),
        "INFO:     203.0.113.9:54321 - GET / 200",
        "http://127.0.0.1:8000, 0.0.0.0:8000, torch 2.1.0.1: ok",
        _VERSION,
    ),
    Rule(
        "address-named",
        rf"(?:(?<=://)|(?<=@)|(?<=from )|(?<=inet )|(?<=\bip=)|(?<=\bIP )|(?<=\bIP: )|(?<=address )|(?<=host )|(?<=^))"
        rf"(?P<address>{_REMOTE})(?=[\s/,:;)'\"<\]-]|$)(?! ?(?:is|\d))(?!\s{{0,3}}$)",
        (".",),
        "Accepted publickey from 203.0.113.9 port 22",
        "upgrade from 12.1.3.1 is done",
        _VERSION,
    ),
    Rule(
        "address-six",
        r"(?<![\w:.])(?P<address>(?i:fe80|f[cd][0-9a-f]{2}|2[0-9a-f]{3}):(?=[0-9a-f:]{0,60}:)[0-9a-f:]{2,60}(?:%\w{1,15})?)(?![\w:])",
        ("fe80:", "fc", "fd", "::", ":2"),
        "listening on fe80::a00:27ff:fe4e:66a1%eth0",
        "fc1: relu, fd 12:34",
    ),
    Rule(
        "hardware-address",
        r"(?<![\w:])(?P<address>(?!(?:00:){5}|(?:ff:){5})(?i:[0-9a-f]{2}(?::[0-9a-f]{2}){5}))(?![\w:])",
        (":",),
        "ether 02:42:ac:11:00:02 txqueuelen 0",
        "00:00:00:00:00:00 and 12:00:00",
    ),
    Rule(
        "account",
        r"(?:(?<=arn:aws:)|(?<=arn:aws-cn:))[\w-]{1,30}:[\w-]{0,20}:(?P<account>\d{12})(?!\d)",
        ("arn:aws",),
        "arn:aws:iam::123456789012:role/train",
        "arn:aws:s3:::bucket",
    ),
    Rule(
        "registry-account",
        r"(?<![\w.])(?P<account>\d{12})(?=\.dkr\.ecr\.)",
        (".dkr.ecr.",),
        "123456789012.dkr.ecr.us-east-1.amazonaws.com/train",
        "dkr.ecr.us-east-1",
    ),
    Rule(
        "subscription",
        r"(?<=/subscriptions/)(?P<account>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",
        ("/subscriptions/",),
        "/subscriptions/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f/resourceGroups/ml",
        "/subscriptions/list",
    ),
)
