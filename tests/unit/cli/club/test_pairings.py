"""`kamisado pairings`: a tournament from its first player to its last standings."""

from __future__ import annotations

import codecs
import csv
import io
import re
import sys
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
    assert told == f"Round 1, table-1: {black} (Black) beats {white} (White): 1-2.\n"
    assert "has no result yet at table-2" in pairings.refused("pair")
    pairings("result", "table-2", "forfeit", "both")
    assert pairings("pair", "--absent", "dan").splitlines()[-1] == "Absent: Dan."
    pairings("result", "table-1", "3-1")
    pairings("result", "table-2", "draw")
    assert "All 2 rounds have been paired" in pairings.refused("pair")
    corrected = pairings("result", "table-2", "none", "--round", "1")
    assert "has no result.\nRound 2 was paired by the old result." in corrected
    standings = pairings("standings").splitlines()
    assert len(standings) == 3 + 5
    out = tmp_path / "out.csv"
    assert pairings("standings", "--csv", str(out)) == ""
    lines = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    assert out.read_bytes().startswith(codecs.BOM_UTF8), "Excel reads it as Unicode"
    assert [line["player"] for line in lines] == [line.split()[1] for line in standings[3:]]
    pairings("show", "--csv", str(out))
    games = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    assert [game["round"] for game in games] == ["1", "1", "1", "2", "2"]
    pairings("standings", "--csv", str(out), "--decimal-comma")
    german = list(csv.DictReader(out.read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert [{**line, "score": line["score"].replace(",", ".")} for line in german] != german
    assert [
        {name: cell.replace(",", ".") for name, cell in line.items()} for line in german
    ] == lines
    assert "name its file" in pairings.refused("show", "--decimal-comma")


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
    assert pairings("add", "Eve", "--from", str(listed)) == (
        "4 players.\n"
        "The list has no headings that are known; its first player: Anna, rating 1500.\n"
    )
    assert '"name": "Dan O\'Neil",\n   "rating": 900' in pairings.path.read_text("utf-8")
    listed.write_text("Zoë\nMax,strong\n", encoding="utf-8")
    error = pairings.refused("add", "--from", str(listed))
    assert "players.txt', line 2, 'Max,strong': the rating 'strong' is no whole number" in error
    listed.write_text("Zoë\nANNA\n", encoding="utf-8")
    error = pairings.refused("add", "--from", str(listed))
    assert "players.txt', line 2: 'Anna' plays already" in error
    listed.write_bytes("Ő".encode("cp1250"))
    assert "is no UTF-8 text" in pairings.refused("add", "--from", str(listed))
    listed.write_text("\n", encoding="utf-8")
    assert "players.txt' has no players" in pairings.refused("add", "--from", str(listed))
    assert "cannot be read: No such" in pairings.refused("add", "--from", str(tmp_path / "x"))
    assert "Zoë" not in pairings.path.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show",), "No round has been paired yet: pair the first one"),
        (("result", "table-1", "3-1"), "No round has been paired yet"),
        (("confirm",), "No round has been paired yet"),
        (("unpair",), "No round has been paired yet"),
        (("pair",), "A round needs two players: add players first"),
        (("pair", "--absent", "Zoë"), "'Zoë' is not among the players: Anna; Ben"),
        (("withdraw", "Zoë"), "'Zoë' is not among the players: Anna; Ben"),
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


def test_a_list_of_an_old_program_is_read_with_its_code_page(
    pairings: Pairings, tmp_path: Path
) -> None:
    listed = tmp_path / "players.csv"
    listed.write_bytes("Név;Értékszám\r\nŐri Ákos;1 500\r\n".encode("cp1250"))
    pairings("new")
    told = pairings("add", "--from", str(listed), "--encoding", "cp1250")
    assert told == "1 player.\nColumns read: `Név`, `Értékszám`.\n"
    assert '"name": "Őri Ákos",\n   "rating": 1500' in pairings.path.read_text("utf-8")


def test_a_list_comes_from_a_pipe(pairings: Pairings, monkeypatch: pytest.MonkeyPatch) -> None:
    pairings("new")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("Zoë;1500\nŐri".encode())))
    assert pairings("add", "--from", "-").startswith("2 players.\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("3", ":", "1"), "{black} (Black) beats {white} (White): 3-1."),
        (("3\u20131",), "{black} (Black) beats {white} (White): 3-1."),
        (("½-½",), "{black} (Black) and {white} (White) draw."),
        (("black", "1", "-", "2"), "{black} (Black) beats {white} (White): 1-2."),
        (("-:-",), "neither {black} (Black) nor {white} (White) came."),
        (("-", "-"), "neither {black} (Black) nor {white} (White) came."),
        (("forfeit", "black"), "{white} (White) beats {black} (Black) by forfeit."),
        (("both", "lost"), "both {black} (Black) and {white} (White) lose."),
        (("none",), "{black} (Black) against {white} (White) has no result."),
    ],
)
def test_a_result_is_told_with_both_names(
    pairings: Pairings, words: Sequence[str], told: str
) -> None:
    begin(pairings, "A", "B", "C", "D")
    black, _, white = pairings("pair").splitlines()[3].split()[1:4]
    sentence = told.format(black=black, white=white)
    assert pairings("result", "table-1", *words) == f"Round 1, table-1: {sentence}\n"


@pytest.mark.parametrize("words", [("1-0",), ("0\u20131",), ("0", ":", "0"), ("+", "-"), ("-:+",)])
def test_a_result_that_chess_reads_otherwise_is_asked_for_with_the_names(
    pairings: Pairings, words: Sequence[str]
) -> None:
    begin(pairings, "A", "B", "C", "D")
    black, _, white = pairings("pair").splitlines()[3].split()[1:4]
    error = pairings.refused("result", "table-1", *words)
    assert f"{' '.join(words)!r} can be read in more than one way" in error
    assert f"{black} (Black)" in error
    assert f"{white} (White)" in error
    assert "'lost' is no result: it is `3-1`" in pairings.refused("result", "table-1", "lost")


def test_a_correction_tells_which_rounds_were_paired_by_the_old_result(pairings: Pairings) -> None:
    begin(pairings, "Anna", "Béla", "Carla", "Dan", "Eve B", "Fred", options=("--rounds", "3"))
    pairings("pair")
    for table in ("table-1", "table-2", "table-3"):
        pairings("result", table, "black")
    assert "Round 1" not in pairings("result", "table-1", "white").split(":")[1]
    pairings("pair", "--absent", "Anna", "--half-bye", "eve b")
    told = pairings("result", "table-1", "black", "--round", "1").splitlines()[1]
    assert told == (
        "Round 2 was paired by the old result. If no game of round 2 has begun, `unpair` takes it "
        "back, and `pair --absent Anna --half-bye 'Eve B'` pairs it by the new one; else it stays "
        "as it is."
    )
    told = pairings("result", "table-1", "black", "2-1", "--round", "1")
    assert len(told.splitlines()) == 1, "points do not pair"
    for table in ("table-1", "table-2"):
        pairings("result", table, "black")
    told = pairings("result", "table-1", "white", "--round", "1").splitlines()[1]
    assert told == (
        "Round 2 was paired by the old result. The games of round 2 stand; the next pairing goes "
        "by the new one."
    )
    pairings("pair")
    told = pairings("result", "table-1", "draw", "--round", "1")
    assert "Rounds 2 to 3 were paired by the old result. If no game of round 3" in told
    assert len(pairings("result", "table-1", "draw", "--round", "3").splitlines()) == 1


def test_more_rounds_than_can_be_paired_are_told_before_the_first(pairings: Pairings) -> None:
    begin(pairings, *"ABCDEF", options=("--rounds", "6"))
    warning = pairings("pair").splitlines()[-1]
    assert warning.startswith("Warning: with these 6 players only 5 of the 6 rounds can be paired")
    assert "--system round-robin" in warning
    pairings("unpair")
    pairings("add", "G")
    note = pairings("pair").splitlines()[-1]
    assert note.startswith("Note: 6 rounds are many for 7 players")
    assert "--system round-robin" in note


def test_rounds_that_can_be_paired_need_no_word(pairings: Pairings) -> None:
    begin(pairings, *"ABCDEF", options=("--rounds", "3"))
    assert pairings("pair").splitlines()[-1].startswith("table-3")


def test_a_half_point_bye_is_shown_with_its_score(pairings: Pairings) -> None:
    begin(pairings, *"ABCDE", options=("--rounds", "2"))
    assert pairings("pair", "--half-bye", "a").splitlines()[-1] == "Absent: A (gets ½)."
    pairings("result", "table-1", "draw")
    pairings("result", "table-2", "draw")
    assert "A (½)" in pairings("pair")


def test_a_round_robin_has_no_half_point_bye(pairings: Pairings) -> None:
    begin(pairings, *"ABC", options=("--system", "round-robin"))
    assert "nobody gets half a point" in pairings.refused("pair", "--half-bye", "A")


def test_a_report_goes_out_and_comes_in(pairings: Pairings, tmp_path: Path) -> None:
    begin(pairings, "Őri", "Béla", "Carla", "Dan", options=("--rounds", "3"))
    pairings("pair")
    pairings("result", "table-1", "black")
    pairings("result", "table-2", "draw")
    report = tmp_path / "autumn.trf"
    assert pairings("export", str(report)) == ""
    copy = Pairings(pairings._capsys, tmp_path / "copy.json")
    told = copy("import", str(report))
    assert told == (f"The tournament 'Autumn' is kept in {copy.path}: 4 players, 1 of 3 rounds.\n")
    assert (
        copy("standings").splitlines()[3].split()[:3]
        == pairings("standings").splitlines()[3].split()[:3]
    )
    assert "is there already" in copy.refused("import", str(report))
    report.write_text("013 Team\n001    1      Zoë\nXXA 1\n", encoding="utf-8")
    other = Pairings(pairings._capsys, tmp_path / "other.json")
    told = other("import", str(report), "--rounds", "4")
    assert "The tournament 'other'" in told
    assert "left out: 013, XXA" in told
    report.write_bytes("001    1      Őri\n".encode("cp1250"))
    third = Pairings(pairings._capsys, tmp_path / "third.json")
    assert "autumn.trf', line 1: it is no UTF-8 text" in third.refused("import", str(report))
    assert "1 players, 0 of 1" in third(
        "import", str(report), "--encoding", "cp1250", "--rounds", "1"
    )
    assert "cannot be read: No such" in third.refused("import", str(tmp_path / "x"))


def test_a_player_is_corrected(pairings: Pairings) -> None:
    begin(pairings, "Ana", "Béla")
    pairings("pair")
    assert "or `correct` this player's name or rating" in pairings.refused("add", "ana")
    told = pairings("correct", "ana", "--name", "Anna", "--rating", "1723")
    assert told == "Anna has the rating 1723. Games and pairing numbers stay.\n"
    assert "Anna" in pairings("show")
    assert pairings("correct", "anna", "--rating", "0").startswith("Anna has no rating.")
    assert "say what is right: --name or --rating" in pairings.refused("correct", "anna")


def test_what_a_report_tells_of_its_players_and_rounds_is_said(
    pairings: Pairings, tmp_path: Path
) -> None:
    begin(pairings, "Anna", "Ben", "Carla", options=("--system", "round-robin"))
    pairings("pair")
    pairings("withdraw", "ben")
    report = tmp_path / "autumn.trf"
    pairings("export", str(report))
    copy = Pairings(pairings._capsys, tmp_path / "copy.json")
    told = copy("import", str(report))
    assert "Withdrawn, as they miss all rounds to come: Ben." in told
    assert "Berger" not in told
    text = report.read_text("utf-8")
    swapped = re.sub(r" [bw](?=\s)", lambda one: " b" if one[0] == " w" else " w", text)
    report.write_text(swapped, encoding="utf-8")
    other = Pairings(pairings._capsys, tmp_path / "other.json")
    assert "its rounds are not those of the Berger tables" in other("import", str(report))
