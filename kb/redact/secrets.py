"""Secrets that are known by what stands beside them: a name, a header, a URL, an option."""

from __future__ import annotations

from kb.redact.rule import HEX, LETTERS, Rule

_STANDS_IN = (
    r"(?!(?i:none|null|nil|true|false|undefined|empty|unset|not[ _-]?set|missing|required|optional|"
    r"str|string|bytes|any|object|redacted|removed|hidden|masked|change_?me|x{3,40}|\*{2,40}|\.{3}|"
    r"your[ _-][\w-]{1,40}|password|secret|token|(?:os|self|args|cfg|config|opts?|options|settings|"
    r"conf|env|params)\.[\w.]{1,80})(?![\w!-]))"
)
"""No secret: a word in its place, or the code that fetches it."""

_MIXED = r"""(?!0x[0-9a-f]{1,16}(?!\w))(?=[^\s"'<]{0,200}\d)(?=[^\s"'<]{0,200}[A-Za-z])"""
"""Looks random: letters and digits both, so not `pad_token = tokenizer.eos_token`."""

_FILE = r"(?![\w./~-]{1,200}\.(?:pem|key|crt|json|ya?ml|txt|env|py)(?!\w))(?![/~.])"
_NO_CALL = r"(?![\w.]{0,80}[(\[])"
_IS = r"""(?:\\?["'])?\s{0,20}(?:=>|:=|[:=])\s{0,20}[bru]?"""
_QUOTE = r"""(\\?["'])"""
_PLAIN = r"""[^\s"'`,;&|<>(){}\[\]$\\]"""
_NAMES = r"[a-z]{1,40}(?:[._][a-z]{1,40}){1,4}\s{0,5}[,)]"
"""An argument in code: `password=key_password,`."""

_OPAQUE = r"[\w.~+/=:%-]"

_PASS = (
    r"(?i:pass_?word|passwd|pass_?phrase|(?<![a-z])pwd|"  # noqa: S105 - a pattern
    r"(?:db|pg|sql|root|admin|smtp|mail|ldap|redis|user|mongo|proxy|ssl|ssh|ftp|http|become|sudo|"
    r"login|auth|key_?store)_?pass|"
    r"(?:client|app|jwt|webhook|consumer|shared|signing|session)[_-]?secret|"
    r"secret[_-]?(?:access[_-]?)?key)"
)
_KEY = (
    r"(?i:(?:api|access|account|auth|private|signing|encryption|master|shared|service|license|"
    r"subscription|deploy|consumer|client|app|admin|session|hmac|webhook|instrumentation)"
    r"[ _-]?key(?:[_-]?(?:id|data))?(?: is)?|(?<![a-z])secret|(?<![a-z])auth|(?<![a-z])jwt|"
    r"[_-]sid|sess(?:ion)?[_-]?id|csrf)"
)
_QUERY = (
    r"(?i:x-(?:amz|goog)-(?:signature|credential|security-token)|signature|sig|policy|key-pair-id|"
    r"(?:access_?|refresh_?|id_?|auth_?|api_?)?token|(?:api_?|access_?)?key|client_secret|secret|"
    r"password|passwd|pwd|code|auth|jwt|session|sessionid|awsaccesskeyid)"
)
_SERVICE_USERS = (
    r"git|root|postgres|oauth2|x-access-token|token|user|admin|default|__token__|api|guest"
)
_PASS_WORDS = ("pass", "pwd", "secret")

SECRETS: tuple[Rule, ...] = (
    Rule(
        "private-key",
        r"(?P<private_key>-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:"
        r"(?:(?!-----(?:BEGIN|END) )[\s\S]){0,16000}-----END [A-Z0-9 ]{1,40}-----"
        r"|[\w+/=\s\\]{0,8000}))",
        ("private key",),
        "-----BEGIN RSA " + f"PRIVATE KEY-----\n{LETTERS[:64]}\n-----END RSA PRIVATE KEY-----",
        "expected -----BEGIN CERTIFICATE-----",
        reach=17_000,
    ),
    Rule(
        "authorization",
        r"(?i:authorization)(?:\\?[\"'])?\s{0,5}[:=]\s{0,5}(?:\\?[\"'])?"
        r"(?:[A-Za-z][\w-]{2,20}\s{1,3})?(?P<token>" + _MIXED + r"[^\s\"',;<\\]{6,8192})",
        ("authorization",),
        "Authorization: Basic " + LETTERS[:24],
        "the Authorization: header is missing",
    ),
    Rule(
        "bearer",
        r"(?i:(?<![a-z])bearer)(?:\s|%20){1,3}(?P<token>" + _MIXED + _OPAQUE + r"{12,8192})",
        ("bearer",),
        "sent bearer " + LETTERS[:40],
        "bearer token authentication is required",
    ),
    Rule(
        "cookie",
        r"(?i:(?<![\w-])cookie)(?:\\?[\"'])?:\s{0,5}(?:\\?[\"'])?(?P<cookie>[\w.-]{1,80}=[^\n\"'<]{1,8192})",
        ("cookie",),
        "Cookie: session=abc; theme=dark",
        "cookie: not given",
    ),
    Rule(
        "set-cookie",
        r"(?i:set-cookie)(?:\\?[\"'])?:\s{0,5}(?:\\?[\"'])?[\w.-]{1,80}=(?P<cookie>[^\s\"';<]{1,4096})",
        ("set-cookie",),
        "Set-Cookie: session=abc; Path=/; HttpOnly",
        "Set-Cookie is not allowed here",
    ),
    Rule(
        "cookie-option",
        r"\bcurl\b[^\n]{0,300}?\s(?:-b|--cookie)[ =][\"']?"
        r"(?P<cookie>[\w.-]{1,80}=[^\n\"'<]{1,4096})",
        ("curl",),
        "curl -b 'session=abc; id=1' http://localhost:8000",
        "curl -b cookies.txt http://localhost:8000",
    ),
    Rule(
        "url-password",
        rf"(?<=://)(?!<)(?:(?!(?i:{_SERVICE_USERS}):)(?P<user>[^\s/:@\"'<>{{}}\[\]$]{{1,128}}))?"
        r"[^\s/:@\"'<>{}]{0,128}:(?P<password>(?![<{$])[^\s/\"'<>]{1,512})@",
        ("://",),
        "postgresql://trainer:hunter2@localhost/runs",
        "http://localhost:8000/users/@me",
    ),
    Rule(
        "url-token",
        r"(?<=://)(?P<token>[\w.~%-]{16,512})@",
        ("://",),
        f"https://{HEX[:32]}@o1.ingest.sentry.io/2",
        "git clone ssh://git@github.com/pytorch/pytorch",
    ),
    Rule(
        "url-query",
        r"(?<=[?&;])" + _QUERY + r"=(?P<token>(?!None)[^\s&\"'<>#;\\)]{6,4096})",
        ("=",),
        "http://127.0.0.1:8888/lab?token=" + HEX[:48],
        "http://127.0.0.1:8888/lab?page=2&key=",
    ),
    Rule(
        "signature",
        r"(?i:signature)=(?P<token>[0-9a-fA-F]{32,512}|[\w+/%-]{40,512}={0,2})",
        ("signature=",),
        "SignedHeaders=host, Signature=" + HEX[:64],
        "signature=(self, x)",
    ),
    Rule(
        "password",
        rf"{_PASS}{_IS}{_QUOTE}{_STANDS_IN}(?P<password>(?!<)(?:(?!\1)[^\n]){{1,400}})(?=\1)",
        _PASS_WORDS,
        "connect(user='app', password='correct horse')",
        'password = os.environ["DB_PASSWORD"]',
    ),
    Rule(
        "password-plain",
        rf"{_PASS}\s{{0,20}}:?=(?!=)\s{{0,20}}{_STANDS_IN}{_NO_CALL}"
        rf"(?P<password>(?![/~]|[A-Za-z]:[\\/]|{_NAMES}){_PLAIN}{{1,400}})",
        _PASS_WORDS,
        "DB_PASSWORD=hunter2 python serve.py",
        "PWD=/workspace/run",
    ),
    Rule(
        "password-line",
        rf"^[\s+#-]{{0,40}}[\w.-]{{0,60}}?{_PASS}\s{{0,5}}:[ \t]{{1,20}}{_STANDS_IN}"
        rf"(?P<password>(?!/){_PLAIN}{{1,400}})[ \t]{{0,20}}$",
        _PASS_WORDS,
        "db:\n  password: hunter2\n",
        "Invalid password: authentication failed\n",
    ),
    Rule(
        "password-said",
        rf"{_PASS}\s{{0,5}}:[ \t]{{1,5}}{_STANDS_IN}{_MIXED}(?P<password>(?!/){_PLAIN}{{6,400}})",
        _PASS_WORDS,
        "INFO login as app, password: hunter2",
        "wrong password: try again",
    ),
    Rule(
        "key",
        rf"{_KEY}{_IS}{_QUOTE}?{_STANDS_IN}{_FILE}{_MIXED}(?P<token>{_OPAQUE}{{8,8192}}){_NO_CALL}",
        ("key", "secret", "auth", "jwt", "sid", "session", "csrf"),
        f"WANDB_API_KEY={HEX[:40]}",
        "primary_key=id, cache_key: 3f786850e387550fdab836ed7e6dc881de23001b",
    ),
    Rule(
        "key-base64",
        r"(?:(?i:(?:account|access|shared|storage)_?key|secret)=[\"']?|\"auth\"\s?:\s?\")"
        r"(?P<token>(?=[a-z0-9+/]{0,80}[A-Z])[A-Za-z0-9+/]{16,512}={0,2})(?=[;\"'\s&)]|$)",
        ("key=", "secret=", '"auth"'),
        f"AccountName=a;AccountKey=/{LETTERS[:85]}==;EndpointSuffix=x",
        'key=/data/a.lmdb, "auth": "anonymous"',
    ),
    Rule(
        "key-variable",
        r"(?:(?<![A-Za-z])(?!CACHE|PRIMARY|FOREIGN|SORT|PARTITION)[A-Z][A-Z0-9]{1,20}_KEY=|"
        r"\blogin\(\s{0,5}(?:key\s{0,2}=\s{0,2})?|\"username\"\s?:\s?\"[^\"\n]{1,60}\",\s?\"key\"\s?:\s?)"
        rf"[\"']?{_STANDS_IN}{_FILE}{_MIXED}(?P<token>{_OPAQUE}{{16,512}})",
        ("_KEY=", "login(", "key"),
        f"wandb.login(key='{HEX[:40]}')",
        "CACHE_KEY=3f786850e387550fdab836ed7e6dc881de23001b",
    ),
    Rule(
        "token",
        rf"(?i:token){_IS}{_QUOTE}?{_STANDS_IN}{_FILE}{_MIXED}"
        rf"(?P<token>{_OPAQUE}{{16,8192}}){_NO_CALL}",
        ("token",),
        f"'token': '{LETTERS[:24]}'",
        "tokenizer.pad_token = tokenizer.eos_token; max_new_tokens=2048",
    ),
    Rule(
        "password-option",
        r"(?<![\w-])--?(?:[a-z]{1,20}[_-]){0,3}(?:password|passwd|passphrase|pass|secret)[ =]"
        rf"\s{{0,5}}([\"'])?{_STANDS_IN}(?!-|[A-Z_]{{3,40}}(?![\w!]))"
        rf"(?P<password>(?(1)(?:(?!\1)[^\n<]){{1,200}}|{_PLAIN}{{1,200}}))",
        ("pass", "secret"),
        "serve --db-password hunter2 --port 80",
        "usage: serve [--password PASSWORD] [--port PORT]",
    ),
    Rule(
        "token-option",
        r"(?<![\w-])--?(?:[a-z]{1,20}[_-]){0,3}(?:token|key)[ =]\s{0,5}[\"']?"
        rf"{_STANDS_IN}{_FILE}{_MIXED}(?P<token>{_OPAQUE}{{12,8192}})",
        ("token", "key"),
        "vllm serve m --api-key " + LETTERS[:24],
        "usage: serve [--token TOKEN] --max-token 20480",
    ),
    Rule(
        "command-password",
        r"\b(?:sshpass\s{1,3}-p\s{0,3}|"
        r"(?:docker|podman|helm|az|oc)\b[^\n]{0,20}\blogin\b[^\n]{0,200}?\s-p[ =]|"
        r"redis-cli\b[^\n]{0,200}?\s-a\s|mysql(?:dump|admin)?\b[^\n]{0,200}?\s-p)[\"']?"
        r"(?P<password>(?![-$<\"'\s])[^\s\"'<]{1,200})",
        ("sshpass", "login", "redis-cli", "mysql"),
        "docker login -u app -p hunter2 registry:5000",
        "docker run -p 8080:80 nginx",
    ),
    Rule(
        "command-user",
        r"\b(?:curl|wget|http)\b[^\n]{0,300}?\s(?:-u|--user)[ =][\"']?(?P<user>[^\s:\"'<]{1,80}):"
        r"(?P<password>(?![$<])[^\s\"'<]{1,200})",
        ("curl", "wget", "http"),
        "curl -s -u trainer:hunter2 http://localhost:8000",
        "docker run -u 1000:1000 image",
    ),
    Rule(
        "command-pair",
        r"(?:\bmc\s{1,3}alias\s{1,3}set\s{1,3}\S{1,80}\s{1,3}\S{1,200}\s{1,3}|jdbc:oracle:thin:|"
        r"\bsqlplus\s{1,3}(?:-\w\s{1,3}){0,3})(?P<user>[^\s/@<]{1,80})[\s/]{1,3}"
        r"(?P<password>[^\s<@]{1,200})",
        ("mc", "oracle", "sqlplus"),
        "mc alias set store http://localhost:9000 trainer hunter2",
        "mc alias list",
    ),
    Rule(
        "command-key",
        r"\b(?:wandb\s{1,3}login\s{1,3}(?:--\w{1,20}\s{1,3}){0,4}|aws_(?:secret_access_key|session_token)\s{1,3})"
        r"(?P<token>" + _MIXED + r"[\w+/=]{16,2048})",
        ("wandb", "aws_"),
        "wandb login " + HEX[:40],
        "wandb login --relogin",
    ),
    Rule(
        "echo-password",
        r"\becho\s{1,3}(?:-n\s{1,3})?[\"']?(?P<password>(?![$<])[^\s\"'|<]{1,200})[\"']?\s{0,3}\|\s{0,3}"
        r"(?:sudo\s{1,3}-S|(?:docker|podman|helm)\b[^\n]{0,200}--password-stdin)",
        ("echo",),
        "echo hunter2 | sudo -S nvidia-smi -pm 1",
        "echo done | tee log.txt",
    ),
    Rule(
        "netrc",
        r"\blogin\s{1,5}(?P<user>(?!or\b|and\b)[^\s<]{1,80})\s{1,5}password\s{1,5}"
        r"(?P<password>[^\s<]{1,400})",
        ("login",),
        f"machine api.wandb.ai login trainer password {HEX[:40]}",
        "login or password is wrong",
    ),
    Rule(
        "auth-pair",
        r"(?:auth\s?=\s?|BasicAuth|\.login)\(\s{0,5}([\"'])(?P<user>(?!<)[^\"'\n<]{1,80})\1\s?,\s{0,5}"
        r"([\"'])(?P<password>(?!<)[^\"'\n<]{1,200})",
        ("auth", ".login"),
        "requests.get(url, auth=('trainer', 'hunter2'))",
        "requests.get(url, auth=(user, password))",
    ),
    Rule(
        "crypt",
        r"(?:^(?P<user>[a-z_][\w.-]{0,31}):)?(?<![\w$])(?P<password>\$(?:2[abxy]|[156y]|apr1|argon2(?:id|i|d)|scrypt)\$[\w./$=,+-]{20,255})",
        ("$",),
        "trainer:$6$" + f"{LETTERS[:16]}${LETTERS[:86]}:19000",
        "cost is $2 and $5 a day",
    ),
)
