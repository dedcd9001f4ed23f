"""Options of the tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-frames", action="store_true", help="write the golden frames of tests/data/frames"
    )
