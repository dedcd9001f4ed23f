"""The table of first moves: an independent program, the board's symmetry, and new proofs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.ai.solver.opening_book import (
    FILE,
    Opening,
    as_text,
    known_moves,
    openings,
    prove_openings,
)
from host.engine.kamisado.notation import parse_position
from host.engine.kamisado.position import start
from tests.unit.cli.answers import Captured, printed

ROOT = Path(__file__).parents[4]
VERDICTS = json.loads((ROOT / "tests" / "data" / "verdicts.json").read_text())
WINNING = "h8h7 h8h4 g8g3 g8g2 f8f5 f8f2 e8e4 e8e3 d8d4 d8d3 c8c5 c8c2 b8b3 b8b2 a8a7 a8a4"


def mirrored(move: str) -> str:
    """The move with left and right exchanged."""
    return "".join("hgfedcba"["abcdefgh".index(c)] if c.isalpha() else c for c in move)


def test_an_independent_program_found_the_same_values() -> None:
    (verdict, *_) = [v for v in VERDICTS if parse_position(v["position"]) == start()]
    assert known_moves(start()) == verdict["moves"]
    assert {move for move, value in known_moves(start()).items() if value == "win"} == set(
        WINNING.split()
    )


def test_a_move_is_worth_what_its_mirror_image_is() -> None:
    # Mirroring exchanges brown and orange, green and blue, red and purple, yellow and pink.
    known = known_moves(start())
    assert {mirrored(move): value for move, value in known.items()} == known


def test_only_the_first_move_of_the_first_round_is_in_the_table() -> None:
    assert known_moves(parse_position("obpkyrgn/8/8/8/8/8/8/NGRYKPBO w -")) == {}
    assert known_moves(parse_position("o+bpkyrgn/8/8/8/8/8/8/NGRYKPBO b -")) == {}


def test_the_file_is_what_the_command_writes(capsys: Captured) -> None:
    text = (ROOT / "host" / FILE).read_text(encoding="utf-8")
    assert as_text(list(openings())) == text
    assert json.loads(printed(capsys, "openings", "--json")) == {"moves": known_moves(start())}
    assert printed(capsys, "openings").splitlines() == [
        "16 of 102 first moves are winning, all others lose:",
        WINNING,
    ]


def test_the_command_proves_every_move_and_writes_the_file(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    easy = [opening for opening in openings() if opening.nodes < 1500]
    assert len(easy) > 5
    moves = [opening.move for opening in easy]
    proven = list(prove_openings(start(), only=moves))
    assert proven == easy, "the same nodes as well"
    monkeypatch.setattr("host.ai.solver.opening_book.prove_openings", lambda position: iter(proven))
    file = tmp_path / "openings.json"
    lines = printed(capsys, "openings", "--write", str(file)).splitlines()
    assert lines[-1] == f"written to {file}"
    assert lines[-2] == f"{sum(opening.nodes for opening in easy):,} nodes in all"
    table = json.loads(file.read_text())
    assert [Opening(move, *entry) for move, entry in table["moves"].items()] == easy
