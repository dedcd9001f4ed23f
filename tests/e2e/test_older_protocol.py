"""Boards and hosts of protocol 1.6, as they are in the history, with those of today."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
FIRST = "PROTOCOL_MINOR = 7"
"""The first commit that has this in `firmware/kamiboard/config.py` begins 1.7."""
FOLDERS = ("firmware", "host", "simulator", "tests", "hardware", "soak", "benchmarks")
LIFTS = ("tests/e2e/test_early_lights.py",)
"""Tests of lifts, slips and moves, which both versions have."""


def git(*words: str) -> bytes:
    """Return what git prints; skip the test where there is no history."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs the history of the repository")


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project before protocol 1.7."""
    words = ("log", "--format=%H", "-S", FIRST, "--", "firmware/kamiboard/config.py")
    commits = git(*words).decode().split()
    if not commits:
        pytest.skip("the history does not go back to protocol 1.6")
    folder = tmp_path_factory.mktemp("older")
    data = git("archive", f"{commits[-1]}^", "pyproject.toml", *FOLDERS)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def mixed(folder: Path, project: Path, firmware: Path) -> Path:
    """Return a folder with a project that has the firmware of another."""
    for name in FOLDERS:
        source = (firmware if name == "firmware" else project) / name
        shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(project / "pyproject.toml", folder)
    return folder


def passed(folder: Path) -> int:
    """Run the tests of lifts in a folder; return how many have passed."""
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "slow or not slow", *LIFTS)
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    return int(done.stdout.split(" passed")[0].split()[-1])


def test_an_older_board_does_without_frames_ahead(older: Path, tmp_path: Path) -> None:
    assert passed(mixed(tmp_path, ROOT, older)) >= 5


def test_an_older_host_does_without_them_at_a_board_that_keeps_some(
    older: Path, tmp_path: Path
) -> None:
    assert passed(mixed(tmp_path, older, ROOT)) >= 5
