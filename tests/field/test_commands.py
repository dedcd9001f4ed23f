"""Every command in every field condition that can reach it: it works, or says why not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.field.conditions import CONDITIONS, Condition, Start
from tests.field.place import Place, furnish
from tests.field.run import UNWORDED, run
from tests.field.subjects import REFUSED, TYPED, Subject, subjects
from tests.support.made_once import made_once, run_folder

EVERY = 12
"""One in so many pairs runs, unless `--every-condition` asks for all."""
FAST = "matches"
"""The command that meets all conditions among the fast tests."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pair commands with conditions; each command meets one in EVERY, and all are at home."""
    if "condition" not in metafunc.fixturenames:
        return
    whole = metafunc.config.getoption("--every-condition")
    pairs = [
        pytest.param(
            condition,
            subject,
            id=f"{subject.name} - {name}",
            marks=() if subject.name == FAST else pytest.mark.slow,
        )
        for place, (name, condition) in enumerate(CONDITIONS.items())
        for turn, subject in enumerate(subjects())
        if condition.reaches(subject)
        and (whole or not place or subject.name == FAST or (place + turn) % EVERY == 0)
    ]
    metafunc.parametrize(("condition", "subject"), pairs)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is copied for each command."""
    return made_once(run_folder(tmp_path_factory) / "field", furnish)


@pytest.fixture
def place(furnished: Path, tmp_path: Path) -> Place:
    """A folder with all that commands are given."""
    return Place(Path(shutil.copytree(furnished, tmp_path / "field")))


def test_it_works_or_says_why_not(condition: Condition, subject: Subject, place: Place) -> None:
    start = Start(place, place.words(subject))
    with condition.change(start):
        ended = run(start, subject.lasts, TYPED.get(subject.name, ""))
    assert not UNWORDED.search(ended.output + ended.errors), ended
    assert ended.status in (0, 1, 2, 130), ended
    if condition.must_work and subject.name not in REFUSED:
        assert ended.status in (0, 130), ended
    if start.is_heard and ended.status not in (0, 130):
        assert ended.errors.startswith(("kamisado: ", "usage: ")), ended
        assert ended.errors.strip().count("\n") < 3, ended
    place.check_nothing_is_lost()
