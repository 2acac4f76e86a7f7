"""Secrets in commands: after an option, or where a known program takes one."""

from __future__ import annotations

from kb.redact.rule import HEX, LETTERS, Rule
from kb.redact.value import FILE, MIXED, OPAQUE, STANDS_IN, THEN, plain

_WORD = r"(?![-$<\"'\s])[^\s\"'<]{1,200}"
_P_LOGIN = r"(?:docker|podman|helm|az|oc|nerdctl)"
_P_PROGRAM = r"twine|mongo(?:sh|dump|restore|import|export)?"

COMMANDS: tuple[Rule, ...] = (
    Rule(
        "password-option",
        r"(?<![\w-])--?(?:[a-z]{1,20}[_-]){0,3}(?:password|passwd|passphrase|pass|storepass|keypass|secret)"
        r"(?:[ =]\s{0,5}|\\?[\"']?,\s{0,5})(\\?[\"'])?"
        rf"{STANDS_IN}(?!-|[A-Z_]{{3,40}}(?![\w!]))"
        rf"(?P<password>(?(1)(?:(?!\1)[^\n<]){{1,200}}|{plain(1, 200)}))",
        ("pass", "secret"),
        "serve --db-password hunter2 --port 80",
        "usage: serve [--password PASSWORD] [--port PORT]",
    ),
    Rule(
        "token-option",
        r"(?<![\w-])--?(?:[a-z]{1,20}[_-]){0,3}(?:token|key|auth_?key|token-id)"
        r"(?:[ =]\s{0,5}|\\?[\"']?,\s{0,5})(?:\\?[\"'])?"
        rf"{STANDS_IN}{FILE}{MIXED}(?P<token>{OPAQUE}{{12,8192}})",
        ("token", "key"),
        "vllm serve m --api-key " + LETTERS[:24],
        "usage: serve [--token TOKEN] --max-token 20480",
    ),
    Rule(
        "command-password",
        rf"(?<!\w)(?:sshpass{THEN}-p\s{{0,3}}|{_P_LOGIN}\b[^\n]{{0,20}}\blogin\b[^\n]{{0,200}}?[\s\"']-p|"
        rf"(?:{_P_PROGRAM})\b[^\n]{{0,200}}?[\s\"']-p(?=[ \"'])|"
        r"redis-cli\b[^\n]{0,200}?[\s\"']-a(?=[ \"'])|ldap\w{3,9}\b[^\n]{0,200}?\s-w(?= )|"
        r"(?:sqlcmd|bcp|(?:un)?zip)\b[^\n]{0,200}?\s-P|"
        rf"remote modify\b[^\n]{{0,99}} password |"
        rf"-pass(?:in|out)?{THEN}pass:|mysql(?:dump|admin)?\b[^\n]{{0,200}}?[\s\"']-p)(?:{THEN}|[=\"'])?(?P<password>{_WORD})",
        (*"sshpass login twine mongo redis-cli ldap sqlcmd bcp zip mysql -pass modify".split(),),
        "docker login -u app -p hunter2 registry:5000",
        "docker run -p 8080:80 nginx; twine upload --skip-existing -pinned",
    ),
    Rule(
        "command-user",
        r"(?:\b(?:curl|wget|http|xh)\b[^\n]{0,300}?[\s\"'](?:-[a-zA-Z]{0,5}u|-a|--(?:proxy-)?user)|"
        r"--gradio-auth)"
        rf"(?:{THEN}|=[\"']?|(?=[a-z]{{2}}))(?P<user>[^\s:\"'<-][^\s:\"'<]{{0,79}})?:"
        r"(?P<password>(?![$<]|//)[^\s\"'<]{1,200})",
        ("curl", "wget", "http", "xh", "gradio-auth"),
        "curl -s -u trainer:hunter2 http://localhost:8000",
        "docker run -u 1000:1000 image; curl -u http://localhost:8000",
    ),
    Rule(
        "command-pair",
        r"(?:\bmc\s{1,3}alias\s{1,3}set\s{1,3}\S{1,80}\s{1,3}\S{1,200}\s{1,3}|jdbc:oracle:thin:|"
        r"\bpoetry\s{1,3}config\s{1,3}http-basic\.\S{1,80}\s{1,3}|"
        r"\bsmbclient\b[^\n]{0,200}?\s-U\s{0,3}|"
        r"\bsqlplus\s{1,3}(?:-\w\s{1,3}){0,3})(?P<user>[^\s/@%<]{1,80})(?:[\s/]{1,3}|%)"
        r"(?P<password>[^\s<@]{1,200})",
        ("mc", "oracle", "poetry", "smbclient", "sqlplus"),
        "mc alias set store http://localhost:9000 trainer hunter2",
        "mc alias list",
    ),
    Rule(
        "command-key",
        rf"\b(?:(?:wandb|vault|comet|swanlab|ngc|hf){THEN}login{THEN}(?:--?\w{{1,20}}{THEN}){{0,4}}|"
        rf"(?:add-)?authtoken{THEN}|set api-key{THEN}|"
        rf"(?:aws_)?(?:secret_access_key|session_token){THEN}|secret\.key |"
        r"(?i:secret access key) \[[^\]\n]{0,40}\]: )"
        rf"(?P<token>{MIXED}[\w+/=.-]{{16,2048}})",
        ("login", "authtoken", "set api-key", "secret", "session_token"),
        "wandb login " + HEX[:40],
        "wandb login --relogin",
    ),
    Rule(
        "variable-set",
        rf"^[ \t]{{0,20}}(?:\$ )?(?:ENV|ARG|setx|set -\w{{1,3}}){THEN}[A-Z][A-Z0-9_]{{0,40}}"
        r"(?:TOKEN|KEY|AUTH|SECRET|PASS(?:WORD|WD)?|PWD)[ \t]{1,3}[\"']?"
        rf"{STANDS_IN}(?:{FILE}{MIXED}(?P<token>{OPAQUE}{{16,8192}})|(?P<password>(?!/){_WORD}))",
        ("ENV ", "ARG ", "setx ", "set -"),
        f"ENV HF_TOKEN {LETTERS[:34]}",
        "ENV CACHE_KEY $KEY\nARG HF_TOKEN\nENV KEYS none",
    ),
    Rule(
        "echo-password",
        r"\becho\s{1,3}(?:-n\s{1,3})?[\"']?(?P<password>(?![$<])[^\s\"'|<]{1,200})[\"']?\s{0,3}\|\s{0,3}"
        r"(?:sudo\s{1,3}-S|(?:docker|podman|helm)\b[^\n]{0,200}--password-stdin)",
        ("echo",),
        "echo hunter2 | sudo -S nvidia-smi -pm 1",
        "echo done | tee log.txt",
    ),
)
