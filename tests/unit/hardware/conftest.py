"""KiCad's libraries, only for the tests that ask for KiCad: a newcomer's computer has none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.electronics.kicad import library


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests with KiCad behind those without, as what they have read is kept."""
    items.sort(key=lambda item: "kicad" in _fixtures(item))


@pytest.fixture(autouse=True)
def libraries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the libraries from a test without the fixture `kicad`."""
    if "kicad" not in request.fixturenames:
        monkeypatch.setattr(library, "SHARE", Path("no-kicad-for-this-test"))


def _fixtures(item: pytest.Item) -> Sequence[str]:
    return item.fixturenames if isinstance(item, pytest.Function) else ()
