"""The page's JavaScript and its tests, checked against the types of its messages."""

from __future__ import annotations

import subprocess

import pytest

from tests.e2e.page_support import ROOT, TSC
from tests.support.require import require

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("project", ["host/ui", "browser", "tests/js"])
def test_the_scripts_of_the_page_have_no_type_error(project: str) -> None:
    require(TSC.exists(), "the TypeScript compiler is missing: npm ci")
    checked = subprocess.run(
        ["node", str(TSC), "--project", str(ROOT / project / "jsconfig.json")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (checked.returncode, checked.stdout) == (0, "")
