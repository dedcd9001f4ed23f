"""Programs beside the host that are commands of it: `simulate` and `soak`.

In a wheel only `host` and `simulator` are at the top of site-packages; other programs are in
`host/data/programs`, which is put on the path for them.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.resources import files

from host import IS_INSTALLED

PROGRAMS = {"simulate": "simulator", "soak": "soak"}
"""Package to run by command."""


def run_program(words: Sequence[str]) -> int:
    """Run a command of PROGRAMS with its arguments in this process; return its exit status."""
    if IS_INSTALLED:
        sys.path.append(str(files("host") / "data" / "programs"))
    before, sys.argv = sys.argv, list(words)
    try:
        # Else runpy warns where its modules were imported before.
        sys.modules.pop(f"{PROGRAMS[words[0]]}.__main__", None)
        runpy.run_module(PROGRAMS[words[0]], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        raise
    finally:
        sys.argv = before
    return 0
