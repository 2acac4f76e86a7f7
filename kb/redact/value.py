"""What the value of a secret looks like, what stands in its place, and what leads to it."""

from __future__ import annotations

STANDS_IN = (
    r"(?!(?i:none|null|nil|true|false|undefined|empty|unset|not[ _-]?set|missing|required|optional|"
    r"str|string|bytes|any|object|redacted|removed|hidden|masked|change_?me|x{3,40}|\*{2,40}|\.{3}|"
    r"your[ _-][\w-]{1,40}|password|secret|token|(?:os|self|args|cfg|config|opts?|options|settings|"
    r"conf|env|params)\.[\w.]{1,80})(?![\w!-]))"
)
"""No secret: a word in its place, or the code that fetches it."""

_NO_TYPE = (
    r"(?!(?:[a-z_]{1,30}(?:\d{1,5}[a-z_]{0,30})?\.){1,6}"
    r"[A-Z][A-Za-z]{1,40}(?:\d{1,5}[A-Z][A-Za-z]{2,40})?(?![\w.+/=%~-]))"
)
MIXED = (
    rf"(?!0x[0-9a-f]{{1,16}}(?!\w)){_NO_TYPE}"
    r"""(?=[^\s"'<]{0,200}\d)(?=[^\s"'<]{0,200}[A-Za-z])"""
)
"""Looks random: letters and digits both, so neither `pad_token = tokenizer.eos_token` nor
`credentials: google.oauth2.credentials.Credentials`."""

FILE = (
    r"(?![\w./~-]{1,200}\.(?:pem|key|crt|json|ya?ml|txt|env|py)(?!\w))"
    r"(?![~.]|/(?![A-Za-z0-9+/]{31,512}={0,2}(?![\w./-])))"
)
"""No path; but one in 64 values in base64 begins with a slash."""

NO_CALL = r"(?![\w.]{0,80}[(\[])"
OPAQUE = r"[\w.~+/=:%-]"

IS = r"""(?:\\?["'])?\]?\s{0,20}(?:=>|->|:=|[:=])\s{0,20}[bru]?"""
"""Between a name and its value: `name=`, `"name": `, `environ["name"] = `."""

QUOTE = r"""(\\?["'])"""

THEN = r"""(?:\\?["'][ \t]{0,3},[ \t]{0,3}\\?["']|,?[ \t]{1,3}["']?)"""
"""Between two words of a command, a shell's or a list's: `login x`, `'login', 'x'`."""


def plain(least: int, most: int) -> str:
    """A regex for a password without quotes, of so many characters: `Pa$$;w0rd` to its end, but
    only `x` of `f(pwd=x), {pwd: x}` and `pwd=x;port=1`."""
    letter = (
        r"""[^\s"'`,;&|<>(){}\[\]$\\]|[$({\[](?=[^\s"'])|\\(?![\s"'nrt])|"""
        r"""[;&,](?![\s"']|$|[A-Za-z][\w ]{0,30}=)|[|>)}\]](?![\s"',;.)}\]|]|$)"""
    )
    return rf"(?![$(\[{{\\])(?:{letter}){{{least},{most}}}"
