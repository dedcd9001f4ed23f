"""Programs beside the host that are commands of it: `simulate` and `soak`.

In a wheel only `host` and `simulator` are at the top of site-packages; other programs are in
`host/data/programs`, which is put on the path for them.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

PROGRAMS = {"simulate": "simulator", "soak": "soak"}
"""Package to run by command."""

_PACKAGED = Path(str(files("host") / "data" / "programs"))
IS_INSTALLED = _PACKAGED.is_dir()
"""True if this was installed from a wheel, and is no checkout."""
LAUNCHER = "kamisado" if IS_INSTALLED else "./kamisado"
"""The command that people write."""


def run_program(words: Sequence[str]) -> int:
    """Run a command of PROGRAMS with its arguments in this process; return its exit status."""
    if IS_INSTALLED:
        sys.path.append(str(_PACKAGED))
    before, sys.argv = sys.argv, list(words)
    try:
        runpy.run_module(PROGRAMS[words[0]], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        raise
    finally:
        sys.argv = before
    return 0
