"""Leaf counts: the whole move generator against published numbers and a second program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.engine.game import UncheckedPlay
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.round import KamisadoRound
from host.engine.successors import perft
from tests.unit.engine.kamisado.oracle import PlainRound, leaves
from tests.unit.engine.kamisado.towers import moves

GAME = KamisadoRound()
DATA = Path(__file__).parents[3] / "data"
VERDICTS = json.loads((DATA / "verdicts.json").read_text())


def counts() -> list[tuple[str, int, int]]:
    """Position text, depth and leaves of every line of the perft files."""
    found = []
    position = ""
    for file in sorted((DATA / "perft").glob("kamisado_*.txt")):
        for line in file.read_text().splitlines():
            if line.startswith("position: "):
                position = line.removeprefix("position: ")
            elif line and not line.startswith("#"):
                depth, count = line.split()
                found.append((position, int(depth), int(count)))
    return found


@pytest.mark.parametrize(("text", "depth", "expected"), counts())
@pytest.mark.slow
def test_the_leaf_counts_are_those_of_the_perft_files(text: str, depth: int, expected: int) -> None:
    assert perft(GAME, GAME.parse_position(text), depth) == expected


@pytest.mark.parametrize("verdict", VERDICTS, ids=[verdict["position"] for verdict in VERDICTS])
def test_every_position_with_a_verdict_has_its_moves_and_leaf_counts(
    verdict: dict[str, object],
) -> None:
    text = verdict["position"]
    assert isinstance(text, str)
    position = GAME.parse_position(text)
    assert GAME.position_text(position) == text
    assert moves(position) == verdict["moves"].keys()  # type: ignore[attr-defined]
    assert [perft(GAME, position, depth) for depth in (1, 2, 3)] == verdict["perft"]


def test_the_verdicts_cover_all_kinds_of_towers_and_pushes() -> None:
    assert len(VERDICTS) == 180
    assert sum(any(text.endswith("+") for text in verdict["moves"]) for verdict in VERDICTS) > 50
    assert sum("+++" in verdict["position"] for verdict in VERDICTS) > 50


class OnlyTheProtocol(KamisadoRound):
    """A game that offers no unchecked moves."""

    play_unchecked = None  # type: ignore[assignment]

    def __init__(self) -> None:
        self.checked = 0

    def play(self, position: Position, move: Move) -> Position:
        self.checked += 1
        return super().play(position, move)


def test_a_game_without_unchecked_moves_is_counted_through_play() -> None:
    game = OnlyTheProtocol()
    assert isinstance(GAME, UncheckedPlay)
    assert perft(game, game.start(), 3) == 11182
    assert game.checked == 102 + 1150


def test_depth_0_is_the_position_itself_even_after_the_end() -> None:
    won = GAME.parse_position("o3B3/8/6Pg/7n/1pNk1OYy/5r2/1bR1K3/1G6 b y")
    assert [perft(GAME, won, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_the_oracle_counts_the_first_round_alike() -> None:
    text = GAME.position_text(GAME.start())
    assert [leaves(text, depth) for depth in (1, 2)] == [102, 1150]
    assert PlainRound.read(text).write() == text
