"""What a test does when a tool it needs is not on this machine."""

from __future__ import annotations

import os

import pytest


def require(condition: bool, reason: str) -> None:
    """Skip the calling test unless `condition` holds; fail it where everything is required.

    The environment variable KAMISADO_REQUIRE_ALL=1 says that every tool ought to
    be there, as on the machine that decides about a commit: a test that cannot run
    there proves nothing, so it fails instead of being skipped.

    Args:
        condition: whether the tool is there.
        reason: what is missing and how to get it, for the report.
    """
    if condition:
        return
    if os.environ.get("KAMISADO_REQUIRE_ALL") == "1":
        pytest.fail(f"KAMISADO_REQUIRE_ALL=1, but {reason}", pytrace=False)
    pytest.skip(reason)
