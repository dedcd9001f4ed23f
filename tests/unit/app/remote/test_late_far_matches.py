"""Far matches are loaded by the program that plays one, and not before."""

from __future__ import annotations

import json
import subprocess
import sys

LATE = ["host.app.remote.far_matches", "host.remote.match.remote_match", "aiomqtt", "tomllib"]
PROGRAM = """
import json, sys
import {module}
print(json.dumps([name for name in {late} if name in sys.modules]))
"""


def loaded(module: str) -> list[str]:
    """Return which of the late modules a program has that imports a module."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module, late=LATE)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout)
    assert isinstance(found, list)
    return found


def test_a_program_that_plays_here_starts_without_what_far_matches_take() -> None:
    assert loaded("host.cli.sessions, host.cli.tables.run") == []


def test_a_far_match_takes_it() -> None:
    assert loaded("host.app.remote.far_matches") == LATE[:2]
