"""Outcomes as JUnit XML, the report that CI systems read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from kb.verify.harness import Outcome
from kb.verify.tell import failure

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(outcomes: Sequence[Outcome]) -> bytes:
    """One suite, one test case for each entry; claimed counts as skipped, for nothing is proven."""
    results = [outcome.result for outcome in outcomes]
    suite = ET.Element(
        "testsuite",
        name="kb verify",
        tests=str(len(outcomes)),
        failures=str(results.count("broken")),
        skipped=str(results.count("skipped") + results.count("claimed")),
        time=f"{sum(outcome.seconds for outcome in outcomes):.3f}",
    )
    suite.extend(map(_case, outcomes))
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _case(outcome: Outcome) -> ET.Element:
    fault = outcome.fault
    case = ET.Element(
        "testcase", classname=fault.entry.domain, name=fault.id, time=f"{outcome.seconds:.3f}"
    )
    why = _text("; ".join(outcome.why))
    if outcome.result == "broken":
        ET.SubElement(case, "failure", message=why).text = _text(failure(outcome))
    elif outcome.result in ("skipped", "claimed"):
        ET.SubElement(case, "skipped", message=why or "claimed: no case proves it")
    else:
        ET.SubElement(case, "system-out").text = outcome.result
    return case


def _text(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
