"""The scripts of the page without a browser: Node.js runs the tests of tests/js/."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.support.require import require

RUN = Path(__file__).resolve().parents[2] / "js" / "run.js"


def test_the_scripts_of_the_page_pass_their_tests() -> None:
    program = shutil.which("node")
    require(program is not None, "Node.js is missing: apt-get install nodejs")
    assert program is not None
    done = subprocess.run(
        [program, str(RUN)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "the running clock counts down by itself to nothing" in done.stdout
