"""Which domain a paste speaks of, where no entry is meant."""

from __future__ import annotations

import pytest

from kb.search.domain import Domain, likely_domain, merged
from kb.text import clean, report

DOMAINS = {
    "serving": Domain("Ask it.", ("uvicorn", "port", "Errno 98", "端口")),
    "model-building": Domain("Push a batch.", ("Float", ".view(", "shape", "port")),
}


@pytest.mark.parametrize(
    ("paste", "domain"),
    [
        ("TypeError: keys must be str, int, float, bool or None, not tuple", ""),
        ("the import of a report", ""),  # a keyword stands there whole
        ("the port", ""),  # both have it
        ("uvicorn took the port", "serving"),
        ("OSError: [Errno 98] busy", "serving"),
        ("服务的端口不通", "serving"),
        ("expected scalar type Float in x.view(3)", "model-building"),
        ("", ""),
    ],
)
def test_the_domain_of_most_keywords_is_likely(paste: str, domain: str) -> None:
    assert likely_domain(report(clean(paste)), DOMAINS) == domain


def test_the_nearest_says_what_is_first_and_all_have_keywords() -> None:
    near = {"serving": Domain("Ask Ann.", ("gateway",))}
    found = merged([near, DOMAINS])
    assert found["serving"].first_action == "Ask Ann."
    assert set(found["serving"].keywords) == {"gateway", "uvicorn", "port", "Errno 98", "端口"}
    assert found["model-building"] == DOMAINS["model-building"]
