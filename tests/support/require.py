"""Skip or fail tests whose tools are not installed."""

from __future__ import annotations

import os

import pytest


def require(condition: bool, reason: str) -> None:
    """Skip the calling test unless `condition` holds; fail it where everything is required.

    With the environment variable KAMISADO_REQUIRE_ALL=1 all tools must be installed, as in CI, so
    that no test is skipped there unnoticed.

    Args:
        condition: True if the tool is installed.
        reason: the missing tool and how to install it, for the report.
    """
    if condition:
        return
    if os.environ.get("KAMISADO_REQUIRE_ALL") == "1":
        pytest.fail(f"KAMISADO_REQUIRE_ALL=1, but {reason}", pytrace=False)
    pytest.skip(reason)
