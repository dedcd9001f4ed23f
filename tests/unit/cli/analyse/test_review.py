"""`kamisado review`: of a record, and of a match that is saved."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.main import main
from host.cli.play.demonstration import recorded_moves
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.storage.store import Store
from tests.unit.cli.answers import printed, refused

PATIENT = ("--time", "60000")
"""Nothing is left unknown, however busy the machine is."""
GAME = game_named("kamisado-single")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A file with the recorded round as match 1."""
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store:
        number = store.create_match(GAME.name, GAME.position_text(GAME.start()))
        store.save(number, [StoredPly(text) for text in recorded_moves()], None)
    return path


def test_a_saved_match_and_its_record_have_the_same_review(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    saved = json.loads(printed(capsys, "review", "1", "--data", str(data), "--json", *PATIENT))
    record = tmp_path / "round.txt"
    record.write_text(printed(capsys, "record", "1", "--data", str(data)), encoding="utf-8")
    text = printed(capsys, "review", str(record), *PATIENT)
    told = [*saved["summary"], *(moment["words"] for moment in saved["moments"])]
    assert told == text.splitlines()[-3:]
    assert [moment["line"][0] for moment in saved["moments"]] == ["g8g5", "c1c2"]
    assert [move["ply"] for move in saved["moves"] if move["kind"] == "blunder"] == [13]
    assert "13. Black g8h7   Green left 1 Purple     gives the win away" in text


def test_without_time_nothing_is_claimed(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    text = printed(capsys, "review", "1", "--data", str(data), "--time", "0")
    assert "gives the win away" not in text
    assert "not proven" in text


def test_who_waits_at_a_terminal_is_told_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    told = printed(capsys, "review", "1", "--data", str(data), "--time", "0")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["review", "1", "--data", str(data), "--time", "0"]) == 0
    captured = capsys.readouterr()
    assert captured.out.strip() == told.strip()
    assert "\rmove 24 of 24, the last one first " in captured.err
    assert captured.err.endswith(" \r")


def test_what_is_not_there_is_told(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert "'nothing.txt' cannot be read" in refused(capsys, "review", "nothing.txt")
    assert "there is no match 7" in refused(capsys, "review", "7", "--data", str(data))
    missing = str(data.with_name("none"))
    assert "there is no match 7: no file" in refused(capsys, "review", "7", "--data", missing)
