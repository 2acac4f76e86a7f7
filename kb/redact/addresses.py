"""Addresses of machines, and the numbers of cloud accounts."""

from __future__ import annotations

from kb.redact.rule import Rule

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_TWO, _THREE = (rf"(?:\.{_OCTET}){{{count}}}(?!\.?\d)" for count in (2, 3))
_PRIVATE = (
    rf"(?:10{_THREE}|192\.168{_TWO}|172\.(?:1[6-9]|2\d|3[01]){_TWO}|"
    rf"100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]){_TWO}|169\.254(?!\.169\.254){_TWO})"
)
_REMOTE = (
    r"(?!0\.|127\.|255\.|8\.8\.[84]\.|1\.[01]\.[01]\.1|22[4-9]\.|169\.254\.169\.254)"
    rf"{_OCTET}{_THREE}"
)
_VERSION = (
    r"[=<>~!]=\s?|[<>^~]\s?|(?i:\bv|version|release|driver)[\"']?[ :=]{0,3}[\"']?|"
    r"(?<![\w.-])(?i:nvidia|lib|cuda|cublas|curand|cufft|cusolver|cusparse|cudnn|cupti|tensorrt|nccl|"
    r"rocm|hip|mkl|oneapi|intel|magma|triton)[\w.-]{0,60}[\s\"'(:,=<>~!|]{1,60}"
)
"""What stands before a version of four numbers: 10.3.2.106 is a release of cuRAND."""

ADDRESSES: tuple[Rule, ...] = (
    Rule(
        "private-address",
        rf"(?<![\w.-])(?P<address>{_PRIVATE})",
        ("10.", "192.168.", "172.", "100.", "169.254."),
        "connected to 10.12.0.7",
        "nvidia-curand-cu12==10.3.2.106, libcurand 10.3.5.147, 127.0.0.1",
        _VERSION,
    ),
    Rule(
        "address-and-port",
        rf"(?=\d)(?<![\w.-])(?P<address>{_REMOTE})(?=:\d{{2,5}}(?!\d))",
        (".",),
        "INFO:     203.0.113.9:54321 - GET / 200",
        "http://127.0.0.1:8000, 0.0.0.0:8000, torch 2.1.0.1: ok",
        _VERSION,
    ),
    Rule(
        "address-named",
        r"(?=\d)(?:(?<=://)|(?<=@)|(?<=from )|(?<=inet )|(?<=\bip=)|(?<=\b[iI][pP] )|(?<=\bIP: )|"
        rf"(?<=address )|(?<=host )|(?<=\[))(?P<address>{_REMOTE})"
        r"(?=[\s/,:;)'\"<\]-]|$)(?! is|\s{0,3}$)",
        ("://", "@", "from ", "inet ", "ip", "address ", "host ", "["),
        "Accepted publickey from 203.0.113.9 port 22",
        "upgrade from 12.1.3.1 is done",
        _VERSION,
    ),
    Rule(
        "access-log",
        rf"^(?P<address>{_REMOTE})(?= - \S{{1,40}} \[)",
        (" - ",),
        "203.0.113.9 - - [30/Nov/2026:10:00:00 +0000] GET / 200",
        "127.0.0.1 - - [30/Nov/2026:10:00:00 +0000] GET / 200",
    ),
    Rule(
        "address-six",
        r"(?=[fF2])(?<![\w:.])(?P<address>(?i:fe80|f[cd][0-9a-f]{2}|2[0-9a-f]{3}):"
        r"(?=[0-9a-fA-F:]{0,60}:)[0-9a-fA-F:]{2,60}(?:%\w{1,15})?)(?![\w:])",
        ("fe80:", "fc", "fd", "::"),
        "listening on fe80::a00:27ff:fe4e:66a1%eth0",
        "fc1: relu, fd 12:34",
    ),
    Rule(
        "hardware-address",
        r"(?<![\w:])(?P<address>(?!(?:00:){5}|(?:ff:){5})(?i:[0-9a-f]{2}(?::[0-9a-f]{2}){5}))(?![\w:])",
        ("ether", "mac", "hwaddr", "lladdr", "bssid"),
        "ether 02:42:ac:11:00:02 txqueuelen 0",
        "mac 00:00:00:00:00:00 and 12:00:00",
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
