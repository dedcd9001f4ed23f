"""`kamisado pairings`: a tournament from its first player to its last standings."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from host.cli.main import main
from tests.unit.cli.answers import Captured, printed, refused


class Pairings:
    """The command with one file.

    Attributes:
        path: of the file.
    """

    def __init__(self, capsys: Captured, path: Path) -> None:
        self._capsys = capsys
        self.path = path

    def __call__(self, command: str, *arguments: str) -> str:
        return printed(self._capsys, "pairings", command, str(self.path), *arguments)

    def refused(self, command: str, *arguments: str) -> str:
        return refused(self._capsys, "pairings", command, str(self.path), *arguments)


@pytest.fixture
def pairings(capsys: Captured, tmp_path: Path) -> Pairings:
    return Pairings(capsys, tmp_path / "open.json")


def begin(pairings: Pairings, *names: str, options: Sequence[str] = ()) -> None:
    pairings("new", "--title", "Autumn", *options)
    for place, name in enumerate(names):
        pairings("add", name, "--rating", str(1500 - place))


def test_a_swiss_tournament_from_the_first_player_to_the_last_standings(
    pairings: Pairings, tmp_path: Path
) -> None:
    begin(pairings, "Anna", "Béla", "Carla", "Dan", "Eve", options=("--rounds", "2"))
    first = pairings("pair").splitlines()
    assert first[0] == "Autumn, round 1 of 2"
    assert first[-1] == "Eve has a bye."
    assert pairings("show").splitlines() == first
    black, white = first[3].split()[1], first[3].split()[3]
    told = pairings("result", "table-1", "black", "1-2")
    assert told == f"Round 1, table-1: {black} - {white}, black 1-2.\n"
    assert "has no result yet at table-2" in pairings.refused("pair")
    pairings("result", "table-2", "forfeit", "both")
    assert pairings("pair", "--absent", "dan").splitlines()[-1] == "Absent: Dan."
    pairings("result", "table-1", "3-1")
    pairings("result", "table-2", "draw")
    assert "All 2 rounds have been paired" in pairings.refused("pair")
    corrected = pairings("result", "table-2", "none", "--round", "1")
    assert corrected.endswith(", no result.\n")
    standings = pairings("standings").splitlines()
    assert len(standings) == 3 + 5
    out = tmp_path / "out.csv"
    assert pairings("standings", "--csv", str(out)) == ""
    lines = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert [line["player"] for line in lines] == [line.split()[1] for line in standings[3:]]
    pairings("show", "--csv", str(out))
    games = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert [game["round"] for game in games] == ["1", "1", "1", "2", "2"]


def test_a_new_tournament_is_told_with_its_file_and_the_next_command(
    pairings: Pairings, tmp_path: Path
) -> None:
    assert pairings("new").splitlines() == [
        f"The tournament 'open' is kept in {tmp_path / 'open.json'}.",
        f"`./kamisado pairings add {tmp_path / 'open.json'} NAME` adds players.",
    ]


def test_a_round_robin_has_as_many_rounds_as_it_needs(pairings: Pairings) -> None:
    begin(pairings, "A", "B", "C", "D", options=("--system", "round-robin", "--double"))
    assert pairings("pair").splitlines()[0] == "Autumn, round 1 of 6"


def test_tables_have_the_names_of_boards(pairings: Pairings) -> None:
    begin(pairings, "A", "B", options=("--tables", "door, window"))
    assert pairings("pair").splitlines()[3].startswith("door ")
    assert "'table-1' is no table of round 1: these are door" in pairings.refused(
        "result", "table-1", "3-1"
    )


def test_a_round_is_taken_back_and_a_player_withdraws(pairings: Pairings) -> None:
    begin(pairings, "A", "B", "C")
    pairings("pair")
    assert pairings("unpair") == "Round 1 is not paired any more.\n"
    assert pairings("withdraw", "c") == "c is not paired any more.\n"
    assert "bye" not in pairings("pair")


def test_players_come_from_a_list(pairings: Pairings, tmp_path: Path) -> None:
    listed = tmp_path / "players.txt"
    listed.write_text("Anna,1500\n\nBéla\nDan O'Neil , 900\n", encoding="utf-8-sig")
    pairings("new")
    assert pairings("add", "Eve", "--from", str(listed)) == "4 players.\n"
    assert '"name": "Dan O\'Neil",\n   "rating": 900' in pairings.path.read_text("utf-8")
    listed.write_text("Zoë\nMax,strong\n", encoding="utf-8")
    error = pairings.refused("add", "--from", str(listed))
    assert "players.txt', line 2: the rating 'strong' is no whole number from 0 to 10000" in error
    listed.write_bytes(b"\xff")
    assert "is no UTF-8 text" in pairings.refused("add", "--from", str(listed))
    assert "cannot be read: No such" in pairings.refused("add", "--from", str(tmp_path / "x"))
    assert "Zoë" not in pairings.path.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show",), "No round has been paired yet: pair the first one"),
        (("result", "table-1", "3-1"), "No round has been paired yet"),
        (("result", "table-1", "lost"), "'lost' is no result: it is `3-1`"),
        (("confirm",), "No round has been paired yet"),
        (("unpair",), "No round has been paired yet"),
        (("pair",), "A round needs two players: add players first"),
        (("pair", "--absent", "Zoë"), "'Zoë' is not among the players: Anna, Ben"),
        (("withdraw", "Zoë"), "'Zoë' is not among the players: Anna, Ben"),
        (("add",), "name a player, or give a list with --from"),
        (("add", "A", "B", "--rating", "5"), "--rating is of one player: name one"),
        (("add", "anna"), "'Anna' plays already"),
        (("new",), "open.json' is there already: take another name"),
        (("new", "--double"), "--double is for --system round-robin"),
        (("new", "--system", "round-robin", "--rounds", "3"), "--rounds is for --system swiss"),
        (("new", "--tables", "a,a"), "--tables names a table twice: 'a,a'"),
        (("standings", "--csv", "/nowhere/x"), "'/nowhere/x' cannot be written: No such file"),
    ],
)
def test_a_wrong_request_is_refused_in_one_sentence(
    pairings: Pairings, arguments: Sequence[str], why: str
) -> None:
    begin(pairings)
    if "two players" not in why:
        pairings("add", "Anna", "Ben")
    before = pairings.path.read_bytes()
    assert why in pairings.refused(*arguments)
    assert pairings.path.read_bytes() == before


@pytest.mark.parametrize(
    "arguments", [("new", "--rounds", "0"), ("new", "--seed", "x"), ("add", "A", "--rating", "-5")]
)
def test_a_number_out_of_range_is_quoted(
    capsys: Captured, tmp_path: Path, arguments: Sequence[str]
) -> None:
    command, option, value = arguments[0], *arguments[-2:]
    with pytest.raises(SystemExit):
        main(["pairings", command, str(tmp_path / "t.json"), *arguments[1:-2], option, value])
    assert value in capsys.readouterr().err


def test_tables_without_a_name_get_numbers_that_no_other_has(pairings: Pairings) -> None:
    begin(pairings, "Anna", "Béla", "Carla", "Dan", "Eve", "Fred", options=("--tables", "table-2"))
    pairings("pair")
    tables = [line.split()[0] for line in pairings("show").splitlines()[3:]]
    assert tables == ["table-2", "table-3", "table-4"]


def test_a_long_name_is_quoted_in_part(pairings: Pairings) -> None:
    begin(pairings)
    for command in ("add", "withdraw"):
        assert len(pairings.refused(command, "x" * 5000)) < 200
