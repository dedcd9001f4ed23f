"""Fixtures of the tests of storage."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host.storage.store import Store
from tests.unit.storage.matches import SEED, PlayedMatch, random_match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        yield opened


@pytest.fixture(scope="module")
def long_match() -> PlayedMatch:
    """Return 300 plies of a series of rounds, with a clock."""
    sys.stdout.write(f"seed {SEED}\n")
    return random_match("kamisado-series", SEED, 300)
