"""A small knowledge base as a value."""

from __future__ import annotations

import pytest

from kb.model import Fault, KnowledgeBase
from kb.store.layers import Layer
from kb.store.read import load


@pytest.fixture
def knowledge(layer: Layer) -> KnowledgeBase:
    return load(layer)


@pytest.fixture
def fault(knowledge: KnowledgeBase) -> Fault:
    return knowledge.faults["batchnorm-single-sample"]
