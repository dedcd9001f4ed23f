"""The file of a tournament: shared, replaced in one step, refused with its name."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from host.remote import tournament_file
from host.remote.tournament.model import Tournament, TournamentError
from host.remote.tournament.organiser import add_player
from host.remote.tournament_file import TournamentFile
from tests.support.tournaments import tournament_of


@pytest.fixture
def file(tmp_path: Path) -> TournamentFile:
    made = TournamentFile(tmp_path / "open.json")
    made.create(tournament_of(["A", "B"]))
    return made


def names(tournament: Tournament) -> set[str]:
    return {player.name for player in tournament.players}


def left(file: TournamentFile) -> list[str]:
    return [path.name for path in file.path.parent.iterdir()]


def test_a_change_is_there_for_the_next_reader(file: TournamentFile) -> None:
    assert names(file.change(lambda one: add_player(one, "C"))) == {"A", "B", "C"}
    assert names(TournamentFile(file.path).read()) == {"A", "B", "C"}
    assert left(file) == ["open.json"]


def test_an_existing_file_is_not_overwritten(file: TournamentFile) -> None:
    with pytest.raises(TournamentError, match=r"open\.json' is there already: take another name"):
        file.create(tournament_of([]))
    assert names(file.read()) == {"A", "B"}
    assert left(file) == ["open.json"]


def test_a_refused_change_leaves_the_file_as_it_was(file: TournamentFile) -> None:
    before = file.path.read_bytes()
    with pytest.raises(TournamentError, match="plays already"):
        file.change(lambda one: add_player(one, "a"))
    assert file.path.read_bytes() == before
    assert left(file) == ["open.json"]


def test_two_that_change_it_at_once_lose_nothing(file: TournamentFile) -> None:
    def add(letter: str) -> None:
        for number in range(8):
            name = f"{letter}{number}"
            TournamentFile(file.path).change(lambda one, name=name: add_player(one, name))

    threads = [threading.Thread(target=add, args=(letter,)) for letter in "XYZ"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(names(file.read())) == 2 + 24


def test_the_draft_of_a_program_that_has_died_is_taken_over(file: TournamentFile) -> None:
    draft = file.path.with_name("open.json.new")
    draft.touch()
    os.utime(draft, (1, 1))
    assert "C" in names(file.change(lambda one: add_player(one, "C")))


def test_a_change_does_not_wait_for_ever(
    file: TournamentFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_file, "PATIENCE_S", 0.0)
    file.path.with_name("open.json.new").touch()
    with pytest.raises(TournamentError, match=r"try again, or delete '.*open\.json\.new'"):
        file.change(lambda one: add_player(one, "C"))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe", "is no UTF-8 text, so no tournament"),
        (b"{", r"open\.json', line 1, column 2: it is no JSON"),
        (b'{"format": "kamisado tournament", "version": 9}', r"open\.json', it has version 9"),
    ],
)
def test_another_file_is_refused_with_its_name(file: TournamentFile, data: bytes, why: str) -> None:
    file.path.write_bytes(data)
    with pytest.raises(TournamentError, match=why):
        file.change(lambda one: one)
    assert file.path.read_bytes() == data


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"open\.json' is not there: `pairings new` makes"):
        TournamentFile(tmp_path / "open.json").read()
    with pytest.raises(TournamentError, match=r"open\.json' cannot be written: No such file"):
        TournamentFile(tmp_path / "nowhere" / "open.json").create(tournament_of([]))


def test_the_stamp_tells_a_change(file: TournamentFile) -> None:
    before = file.stamp
    file.change(lambda one: one)
    assert file.stamp == before
    file.change(lambda one: add_player(one, "C"))
    assert file.stamp != before
    file.path.unlink()
    assert file.stamp is None


def test_a_file_with_the_mark_of_utf_8_is_read(file: TournamentFile) -> None:
    file.path.write_bytes(b"\xef\xbb\xbf" + file.path.read_bytes())
    assert names(file.read()) == {"A", "B"}
