"""Proofs of matches: found, gone on with, checked, and refused where they are damaged."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from host.cli.analyse.proof_file import held
from host.cli.main import main

FILLED = "1b6/2Pkr1y1/4oNB1/3Y4/1G6/1g5K/p4n2/O5R1 w b"
"""White wins the round at once and chooses a fill, after which the proof of 0 : 1 is short."""
REPLIES = "5y+1b/7B/g1r+5/1Y1N4/k7/3p4/1R1nKoPG/2O5 w o"
"""Black leads by 2 : 0 and answers what White can play, with a push among it."""


def find(file: Path, position: str, points: int, *options: str) -> int:
    return main(
        ["proof", "find", str(points), str(file), "--position", position, "--jobs", "1", *options]
    )


def check(file: Path, *options: str) -> int:
    return main(["proof", "check", str(file), "--jobs", "1", *options])


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    assert not find(folder / "filled", FILLED, 2)
    assert not find(folder / "replies", REPLIES, 3)
    return folder


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def write(file: Path, rounds: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(one) + "\n" for one in rounds))


def changed(proofs: Path, name: str, tmp_path: Path, old: str, new: str) -> Path:
    """A proof whose strategy in the first round is another one."""
    rounds = lines(proofs / name)
    old = old.format(whole=rounds[-1]["strategy"])
    assert old in rounds[-1]["strategy"]
    rounds[-1]["strategy"] = rounds[-1]["strategy"].replace(old, new, 1)
    file = tmp_path / "damaged"
    write(file, rounds)
    return file


def test_a_proof_is_found_and_checked(proofs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not check(proofs / "filled")
    told = capsys.readouterr().out
    assert told.startswith(f"White wins a match to 2 points from {FILLED!r}")
    assert "in 2 rounds" in told
    assert not check(proofs / "replies")
    told = capsys.readouterr().out
    assert told.startswith(f"Black wins a match to 3 points from {REPLIES!r}")
    assert "rests on the others" not in told
    assert not check(proofs / "replies", "--sample", "1")
    assert "rests on the others" in capsys.readouterr().out


@pytest.mark.slow
def test_two_processes_find_the_same_proof(proofs: Path, tmp_path: Path) -> None:
    assert not find(tmp_path / "two", REPLIES, 3, "--jobs", "2")
    assert (tmp_path / "two").read_text() == (proofs / "replies").read_text()


@pytest.mark.parametrize("name", ["filled", "replies"])
def test_a_proof_that_was_ended_anywhere_goes_on_and_becomes_the_same(
    name: str, proofs: Path, tmp_path: Path
) -> None:
    whole = (proofs / name).read_bytes()
    position, points = (FILLED, 2) if name == "filled" else (REPLIES, 3)
    for size in (0, 10, len(whole) // 2, len(whole) - 1, len(whole)):
        file = tmp_path / "begun"
        file.write_bytes(whole[:size])
        assert not find(file, position, points)
        assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        ("filled", "<", ">", "nothing is said of the round from"),
        ("filled", " <", "", ": no fill in"),
        ("filled", "g6e8", "g6h7", "'<' where the opponent moves"),
        ("filled", "g6e8", "g6a6", "'g6a6' is no legal move"),
        ("filled", "<", "< <", "1 move too many"),
        ("filled", "g6e8 <", "*", "the round does not decide the match"),
        ("replies", "c6c5+", "c6c4", "'c6c4' is no legal move"),
        ("replies", " * * a6a5", " * a6a5", "'a6a5' is no legal move"),
        ("replies", "{whole}", "-", "no move in"),
        ("replies", "{whole}", "*", "Black does not win the round from"),
    ],
)
def test_a_damaged_strategy_is_refused(
    name: str,
    old: str,
    new: str,
    why: str,
    proofs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = changed(proofs, name, tmp_path, old, new)
    assert check(file) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{file} proves nothing: ")
    assert why in told


def test_lines_that_are_missing_or_say_another_winner_are_refused(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claim, *rounds = lines(proofs / "replies")
    file = tmp_path / "damaged"
    write(file, [claim, *rounds[1:]])
    assert check(file) == 1
    assert "nothing is said of the round from" in capsys.readouterr().err
    other = rounds[0] | {"winner": "w" if rounds[0]["winner"] == "b" else "b"}
    write(file, [claim, other, *rounds[1:]])
    assert check(file) == 1
    assert "is won by the other side" in capsys.readouterr().err
    write(file, [claim, *rounds[:-1]])
    assert check(file) == 1
    assert "is not finished" in capsys.readouterr().err
    rounds[-1] |= {"winner": "w"}
    write(file, [claim, *rounds])
    assert check(file) == 1
    assert "proves nothing" in capsys.readouterr().err


def test_files_that_are_no_proof_or_another_one_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text('{"a": 1}\n')
    assert check(file) == 2
    assert f"{file}, line 1, is no line of a proof" in capsys.readouterr().err
    file.write_text("")
    assert check(file) == 2
    assert "is empty" in capsys.readouterr().err
    file.unlink()
    assert not find(file, "startpos", 1)
    assert find(file, REPLIES, 3) == 2
    assert "name another file" in capsys.readouterr().err
    assert find(file, REPLIES, 2) == 2
    assert "is over there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("points", "position"),
    [(1, "obpkyrgn/8/8/8/8/8/8/NGRYKPBO+ b -"), (15, "Nbpkyrg1/o7/8/n7/8/8/8/1GRYKPBO b o")],
)
def test_a_claim_about_what_is_over_is_refused(
    points: int, position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "over"
    winner, strategy = ("b", "*") if points == 1 else ("w", "-")
    claim = {"kamisado_proof": 1, "points": points, "position": position}
    write(file, [claim, {"position": position, "winner": winner, "strategy": strategy}])
    assert check(file)
    assert "is over there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "field", "value"),
    [
        (0, "points", 0),
        (0, "points", True),
        (0, "points", 99),
        (0, "position", "9/zz"),
        (1, "winner", "q"),
        (1, "position", "9/zz"),
    ],
)
def test_a_line_that_says_nothing_possible_is_named(
    number: int,
    field: str,
    value: object,
    proofs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    damaged = lines(proofs / "replies")
    damaged[number] |= {field: value}
    file = tmp_path / "damaged"
    write(file, damaged)
    assert check(file)
    assert f"{file}, line {number + 1}, is no line of a proof" in capsys.readouterr().err


def test_a_line_that_is_nested_without_end_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nested"
    file.write_text("[" * 100_000 + "\n")
    assert check(file)
    assert "line 1, is no line of a proof" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"my precious notes", b"\0" * 2000])
def test_a_file_that_is_no_proof_is_kept(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes"
    file.write_bytes(content)
    assert find(file, "startpos", 1)
    assert "it is kept" in capsys.readouterr().err
    assert file.read_bytes() == content


def test_what_is_no_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert find(Path("/dev/null"), "startpos", 1)
    assert "is no file of a proof" in capsys.readouterr().err


def test_what_was_in_the_file_before_is_said_to_be_believed(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "begun"
    write(file, lines(proofs / "replies")[:-1])
    assert not find(file, REPLIES, 3)
    told = capsys.readouterr().out
    assert "had been there before, and are believed" in told
    assert "checks all of it" in told


def test_the_fields_of_a_match_are_asked_to_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert find(tmp_path / "file", f"{REPLIES} w standard 5 2:2 w", 3)
    assert "leave them out" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="files are not held there")
def test_two_programs_do_not_write_one_file(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "begun"
    write(file, lines(proofs / "replies"))
    whole = file.read_bytes()
    with held(file):
        assert find(file, REPLIES, 3)
    assert "another program is at the proof" in capsys.readouterr().err
    assert file.read_bytes() == whole
    assert not find(file, REPLIES, 3)
