"""Secrets that are known by what stands beside them: a name, a header, a URL, an option."""

from __future__ import annotations

from kb.redact.rule import HEX, LETTERS, Rule
from kb.redact.value import FILE, IS, MIXED, NO_CALL, OPAQUE, QUOTE, STANDS_IN, plain

_NAMES = r"[a-z]{1,40}(?:[._][a-z]{1,40}){1,4}\s{0,5}[,)]"
"""An argument in code: `password=key_password,`."""

_PASS = (
    r"(?i:pass_?word|passwd|pass_?phrase|(?<![a-z])pwd|"  # noqa: S105 - a pattern
    r"(?:db|pg|sql|root|admin|smtp|mail|ldap|redis|user|mongo|proxy|ssl|ssh|ftp|http|become|sudo|"
    r"login|auth|key_?store)_?pass|"
    r"(?:client|app|jwt|webhook|consumer|shared|signing|session|corp)[_-]?secret|"
    r"(?<=[,;])pass(?==(?!\d{1,3}(?!\w)))|key[_-]?secret|"
    r"secret[._-]?(?:access[_-]?)?key(?:_base)?)"
)
_KEY = (
    r"(?i:(?:api|secret|access|account|auth|private|signing|encryption|master|shared|service|license|"
    r"subscription|deploy|consumer|client|app|admin|session|hmac|webhook|instrumentation)"
    r"[ _-]?key(?:[_-]?(?:id|data))?(?: is)?|(?<![a-z])secret|(?<![a-z])auth|(?<![a-z])jwt|"
    r"(?:wandb|comet|kaggle|clearml|openai)[._-](?:api|key)|credentials?|"
    r"[._-]sid|sess(?:ion)?[_-]?id|csrf)"
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
_KEY_WORDS = ("key", "secret", "auth", "jwt", "sid", "session", "csrf", "wandb", "credential")

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
        "putty-key",
        r"(?P<private_key>PuTTY-User-Key-File-\d:[\s\S]{0,8000}?Private-Lines: \d{1,4}\n"
        r"(?:[\w+/=]{1,80}\n?){1,200})",
        ("putty-user-key-file",),
        f"PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n{LETTERS[:64]}\nPrivate-MAC: 0",
        "PuTTY-User-Key-File-3 is a format",
        reach=17_000,
    ),
    Rule(
        "authorization",
        r"(?i:authorization)(?:\\?[\"'])?\s{0,5}[:=]\s{0,5}(?:\\?[\"'])?"
        r"(?:[A-Za-z][\w-]{2,20}\s{1,3})?(?P<token>" + MIXED + r"[^\s\"',;<\\]{6,8192})",
        ("authorization",),
        "Authorization: Basic " + LETTERS[:24],
        "the Authorization: header is missing",
    ),
    Rule(
        "bearer",
        r"(?i:(?<![a-z])(?:bearer|(?<!-)api[ -]key)):?(?:\s|%20){1,3}(?P<token>"
        + MIXED
        + OPAQUE
        + r"{12,8192})",
        ("bearer", "api key", "api-key"),
        "sent bearer " + LETTERS[:40],
        "bearer token authentication is required",
    ),
    Rule(
        "token-said",
        rf"(?i:(?<![a-z_])token)(?: is)? (?P<token>{MIXED}\w{{32,512}})(?![\w/.-])",
        ("token ", "token is "),
        f"Your token is {HEX[:40]}",
        "with token paraphrase_multilingual_MiniLM_L12_v2-x",
    ),
    Rule(
        "cookie",
        r"(?i:(?<![\w-])cookie)(?:\\?[\"'])?[:=,]\s{0,5}b?(?:\\?[\"'])?(?P<cookie>[\w.-]{1,80}=[^\n\"'<]{1,8192})",
        ("cookie",),
        "Cookie: session=abc; theme=dark",
        "cookie: not given",
    ),
    Rule(
        "set-cookie",
        r"(?i:set-cookie)(?:\\?[\"'])?[:,]\s{0,5}b?(?:\\?[\"'])?[\w.-]{1,80}=(?P<cookie>[^\s\"';<]{1,4096})",
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
        "cookie-dict",
        r"\bcookies\s{0,3}=\s{0,3}(?:dict\(|\{)"
        r"(?P<cookie>[\"']?[\w.-]{1,80}[\"']?\s?[:=]\s?[\"'][^\n})<]{1,4096})",
        ("cookies",),
        "requests.get(url, cookies={'session': 'abc'})",
        "cookies={'session': session}, cookies=dict(jar)",
    ),
    Rule(
        "url-password",
        rf"(?<=://)(?!<)(?:(?!(?i:{_SERVICE_USERS}):)(?P<user>[^\s/:@\"'<>{{}}\[\]$]{{1,128}}))?"
        r"[^\s/:@\"'<>{}]{0,128}:(?P<password>(?![<{$])(?:[^\s/\"'<>]{1,512}|"
        r"(?!\d{1,5}/)[^\s\"'<>@]{1,200}(?=@[\w.-]{1,200}:\d)))@",
        ("://",),
        "postgresql://trainer:hunter2@localhost/runs",
        "http://localhost:8000/users/@me",
    ),
    Rule(
        "host-password",
        rf"(?<![\w/:.@-])(?:(?:{_SERVICE_USERS}|elastic)|(?P<user>[a-z][\w-]{{0,30}})):"
        r"(?P<password>(?![<{$])[^\s/:@\"'<>]{4,200})@(?!sha\d)(?=tcp\(|unix\(|[\w.-]{1,80}:\d{2,5}(?!\d))",
        ("@",),
        "elastic:hunter2@localhost:9200",
        "python:3.11-slim@sha256:12345 and a:b@c",
    ),
    Rule(
        "url-path",
        r"(?<=/t/)(?P<token>(?=[\w-]{0,60}\d)[\w-]{16,60})(?=/[A-Za-z])",
        ("/t/",),
        f"https://conda.anaconda.org/t/{LETTERS[:20]}/lab/linux-64",
        "conda.anaconda.org/t/main/, https://discuss.pytorch.org/t/batchnorm-of-1-sample/12",
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
        rf"{_PASS}{IS}{QUOTE}{STANDS_IN}(?P<password>(?!<)(?:(?!\1)[^\n]){{1,400}})(?=\1)",
        _PASS_WORDS,
        "connect(user='app', password='correct horse')",
        'password = os.environ["DB_PASSWORD"]',
    ),
    Rule(
        "password-plain",
        rf"{_PASS}\s{{0,20}}:?=(?!=)\s{{0,20}}{STANDS_IN}{NO_CALL}"
        rf"(?P<password>(?![/~]|[A-Za-z]:[\\/]|{_NAMES}){plain(1, 400)})",
        _PASS_WORDS,
        "DB_PASSWORD=hunter2 python serve.py",
        "PWD=/workspace/run",
    ),
    Rule(
        "password-line",
        rf"^[\s+#-]{{0,40}}[\w.-]{{0,60}}?{_PASS}\s{{0,5}}:[ \t]{{1,20}}{STANDS_IN}"
        rf"{NO_CALL}(?P<password>(?!/){plain(1, 400)})[ \t]{{0,20}}(?:#[^\n]{{0,200}})?$",
        _PASS_WORDS,
        "db:\n  password: hunter2\n",
        "Invalid password: authentication failed\n",
    ),
    Rule(
        "password-said",
        rf"(?:{_PASS}\s{{0,5}}(?::|is\b)[ \t]{{1,5}}|"
        r"(?:密码|口令|密钥)\s{0,3}(?:[:：=]|是|为)\s{0,3})"
        rf"[\"']?{STANDS_IN}{MIXED}{NO_CALL}(?P<password>(?!/){plain(6, 400)})",
        (*_PASS_WORDS, "密码", "口令", "密钥"),
        "INFO login as app, password: hunter2",
        "wrong password: try again",
    ),
    Rule(
        "key",
        rf"{_KEY}{IS}{QUOTE}?{STANDS_IN}{FILE}{MIXED}(?P<token>{OPAQUE}{{8,8192}}){NO_CALL}",
        _KEY_WORDS,
        f"WANDB_API_KEY={HEX[:40]}",
        "primary_key=id, cache_key: 3f786850e387550fdab836ed7e6dc881de23001b",
    ),
    Rule(
        "key-variable",
        r"(?:(?<![A-Za-z])(?!CACHE|PRIMARY|FOREIGN|SORT|PARTITION)[A-Z][A-Z0-9]{1,20}_KEY=|"
        r"\blogin\(\s{0,5}(?:key\s{0,2}=\s{0,2})?|\"username\"\s?:\s?\"[^\"\n]{1,60}\",\s?\"key\"\s?:\s?)"
        rf"[\"']?{STANDS_IN}{FILE}{MIXED}(?P<token>{OPAQUE}{{16,512}})",
        ("_KEY=", "login(", "key"),
        f"wandb.login(key='{HEX[:40]}')",
        "CACHE_KEY=3f786850e387550fdab836ed7e6dc881de23001b",
    ),
    Rule(
        "pair",
        r"(?i:[_-]token|(?:api|access|secret|auth)[_-]?key|secret|passw(?:or)?d|_pass|credentials?)"
        rf"(?:[\"'],[ \t]{{0,5}}[bru]?(?=[\"'])|"
        r"[\"']?,?\s{0,40}[\"']?[Vv]alue[\"']?\s?[:=]\s?[bru]?)[\"']?"
        rf"{STANDS_IN}{FILE}{MIXED}(?P<token>(?![$\[])[^\s\"'<]{{6,8192}})(?=[\"'\s]|$)(?![\"']\s?:)",
        (*"_token -token _key -key apikey secret passw _pass credential".split(),),
        "env:\n- name: DB_PASSWORD\n  value: hunter2",
        'for name in ("token", "value"): {"name": "eos_token", "value": "</s>"}',
        reach=60,
    ),
    Rule(
        "secret-variable",
        r"(?<![\w-])(?:[A-Z][A-Z0-9]{0,20}_){0,4}(?:PASS(?:WORD|WD|PHRASE)?|SECRET|(?:AUTH|TOKEN|CREDENTIALS?|[AS]K|"
        rf"(?:API|ACCESS|SECRET|MASTER)_?KEY)(?==[\"']?{MIXED}))=[\"']?(?!\d{{1,8}}(?!\S)){STANDS_IN}"
        rf"{FILE}(?P<token>{plain(6, 400)})",
        ("PASS", "SECRET=", "AUTH=", "TOKEN=", "K=", "KEY=", "CREDENTIAL"),
        "docker run -e MY_SECRET=a$b;c&d image",
        "PASS=12 FAIL=0 SECRET=$SECRET AUTH=none BOS_TOKEN=s",
    ),
    Rule(
        "element",
        r"(?<=[<>])(?P<password>[^<>\n]{1,400})</(?i:[\w.-]{0,30}(?:password|passwd|secret|token|api_?key))>",
        ("</",),
        "<ApiPassword>hunter2</ApiPassword>",
        "<password></password><title>token</title>",
    ),
    Rule(
        "secret-object",
        r"\bSecret(?:Str|Bytes|Value)\(\s?(?:\w{1,20}=)?b?([\"'])(?P<password>(?![*<{])[^\"'\n<]{1,400})\1",
        ("secret",),
        "SecretStr('hunter2')",
        "SecretStr('**********')",
    ),
    Rule(
        "token",
        rf"(?i:token){IS}{QUOTE}?{STANDS_IN}{FILE}{MIXED}"
        rf"(?P<token>{OPAQUE}{{16,8192}}){NO_CALL}",
        ("token",),
        f"'token': '{LETTERS[:24]}'",
        "tokenizer.pad_token = tokenizer.eos_token; max_new_tokens=2048",
    ),
    Rule(
        "netrc",
        r"\blogin\s{1,5}(?P<user>(?!or\b|and\b)[^\s<]{1,80})\s{1,5}password\s{1,5}"
        r"(?P<password>[^\s<]{1,400})",
        ("login",),
        f"machine api.wandb.ai\n  login trainer\n  password {HEX[:40]}",
        "login or password is wrong",
        reach=200,
    ),
    Rule(
        "auth-pair",
        r"(?:auth\s?=\s?|BasicAuth|\.login|\.Auth(?:V\d)?|Credential)\(\s{0,5}([\"'])(?P<user>(?!<)[^\"'\n<]{1,80})\1\s?,\s{0,5}"
        r"([\"'])(?P<password>(?!<)[^\"'\n<]{1,200})",
        ("auth", ".login", "credential("),
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
