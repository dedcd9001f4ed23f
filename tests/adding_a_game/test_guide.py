"""docs/adding-a-game.md, step by step in a copy of the project, and the tests that it names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host.engine.registry import GAMES
from tests.adding_a_game.guide import ROOT, Step, named_tests, steps
from tests.wording import tracked_files

TOLD = {"host/engine/stones/breakthrough.py": "host.engine.stones.breakthrough"}
"""The words by which a file is told to be missing, where they are not its path."""
STEPS = steps()
OTHER_GAMES = f"(test_every_game or test_names) and ({' or '.join(GAMES)})"
"""Names of tests in which no step makes a difference, as an expression of pytest."""
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
"""Unset, for what one run has compiled to serve the others: a step changes the size of its file."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project and what is compiled of it, but for what these tests never read."""
    copy = tmp_path_factory.mktemp("project")
    files = tracked_files()
    for folder in {Path(file).parent for file in files}:
        (copy / folder).mkdir(parents=True, exist_ok=True)
        if (compiled := ROOT / folder / "__pycache__").exists():
            shutil.copytree(compiled, copy / folder / "__pycache__")
    for file in files:
        shutil.copy2(ROOT / file, copy / file)
    return copy


def followed(project: Path, without: Step | None = None) -> subprocess.CompletedProcess[str]:
    """Do the steps but for one, run the tests up to the first that fails, and undo the steps."""
    before = {step.file: (ROOT / step.file).exists() for step in STEPS}
    try:
        for step in STEPS:
            if step != without:
                step.take(project)
        return subprocess.run(
            [
                *(sys.executable, "-m", "tests", *named_tests()),
                *("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", f"not ({OTHER_GAMES})"),
            ],
            cwd=project,
            env={name: value for name, value in os.environ.items() if name != UNCOMPILED},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    finally:
        for file, existed in before.items():
            if existed:
                shutil.copy2(ROOT / file, project / file)
            else:
                (project / file).unlink(missing_ok=True)


@pytest.mark.slow
def test_a_game_that_follows_the_page_passes_the_tests_that_it_names(project: Path) -> None:
    done = followed(project)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.file)
def test_a_step_that_is_left_out_is_told(project: Path, step: Step) -> None:
    done = followed(project, without=step)
    assert done.returncode != 0
    assert TOLD.get(step.file, step.file) in done.stdout
