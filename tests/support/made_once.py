"""Make a folder once for all processes of a run of the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

DEADLINE_S = 600.0
"""Twenty times what the slowest takes on an idle computer."""
INTERVAL_S = 0.05


def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for temporary files of all processes that run the tests."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def made_once(folder: Path, make: Callable[[Path], object], deadline_s: float = DEADLINE_S) -> Path:
    """Return a folder that the first caller makes, in whatever process; the others wait for it.

    Args:
        folder: where it is to be; nobody may change it.
        make: makes it in the folder that it is given, which has another name until it is complete.
        deadline_s: how long to wait for another process.

    Raises:
        AssertionError: the process that made it has failed, or takes too long.
    """
    begun, failed = (folder.with_name(f"{folder.name}.{state}") for state in ("begun", "failed"))
    try:
        begun.mkdir()  # only one process can
    except FileExistsError:
        deadline = time.monotonic() + deadline_s
        while not folder.exists():
            assert not failed.exists(), f"another process could not make {folder.name}"
            assert time.monotonic() < deadline, f"nobody has made {folder.name} in time"
            time.sleep(INTERVAL_S)
        return folder
    try:
        make(begun / folder.name)
        (begun / folder.name).rename(folder)
    except BaseException:
        failed.touch()
        raise
    return folder
