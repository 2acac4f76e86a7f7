"""What the tests of the harness share."""

from __future__ import annotations

import pytest
from planted import HERE

from kb.verify import Here


@pytest.fixture
def here() -> Here:
    """A machine that every test agrees on."""
    return HERE
