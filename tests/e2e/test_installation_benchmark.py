"""`kamisado bench --installation` from the package that it builds; the figures are not judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.installation import measure
from tests.support.package import require_package_tools

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def test_it_measures_each_step(tmp_path: Path) -> None:
    require_package_tools()
    figures = measure(tmp_path, starts=1)
    assert {name: len(seconds) for name, seconds in figures.items()} == {
        "environment": 1,
        "install": 1,
        "first start to the page": 1,
        "later start to the page": 1,
        "fixtures of a test": 1,
    }
    assert all(second > 0 for seconds in figures.values() for second in seconds)
