"""Recorded rounds, replayed move by move; the format is described in the first of them."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from host.engine.game import AnyGame
from host.engine.registry import game_named
from tests.unit.engine.kamisado.oracle import PlainRound
from tests.unit.engine.stones.plain_stones import plain_game

GAMES = Path(__file__).parents[2] / "data" / "games"


def read(path: Path) -> dict[str, str]:
    """The fields of a game file; all its `moves` lines are one field."""
    fields: dict[str, str] = {"moves": ""}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            key, _, value = line.partition(": ")
            fields[key] = f"{fields['moves']} {value}".strip() if key == "moves" else value
    return fields


def replay(game: AnyGame, record: dict[str, str]) -> list[str]:
    """The position texts before each move and at the end."""
    position = game.parse_position(record["start"])
    texts = [game.position_text(position)]
    for text in record["moves"].split():
        move = game.parse_move(position, text)
        assert game.move_text(position, move) == text
        position = game.play(position, move)
        texts.append(game.position_text(position))
    return texts


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.txt")), ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_recorded(path: Path) -> None:
    record = read(path)
    game = game_named(record["game"])
    last = replay(game, record)[-1]
    assert last == record["end"]
    outcome = game.outcome(game.parse_position(last))
    if outcome is None:
        assert "winner" not in record
    else:
        assert outcome.winner is not None
        assert outcome.winner.name.lower() == record["winner"]
        assert str(outcome.reason) == record["reason"]


@pytest.mark.parametrize("path", sorted(GAMES.glob("kamisado_*.txt")), ids=lambda path: path.stem)
def test_a_recorded_round_runs_through_the_positions_of_the_plain_rules(path: Path) -> None:
    record = read(path)
    plain = PlainRound.read(record["start"])
    expected = [plain.write()]
    for text in record["moves"].split():
        assert text in plain.moves()
        plain.make(text)
        expected.append(plain.write())
    assert replay(game_named("kamisado"), record) == expected


@pytest.mark.parametrize(
    "path",
    sorted(set(GAMES.glob("*.txt")) - set(GAMES.glob("kamisado_*.txt"))),
    ids=lambda path: path.stem,
)
def test_a_recorded_game_of_stones_runs_through_the_positions_of_the_plain_rules(
    path: Path,
) -> None:
    record = read(path)
    plain = plain_game(record["game"], record["start"])
    expected = [plain.write()]
    for text in record["moves"].split():
        assert text in plain.moves()
        plain.make(text)
        expected.append(plain.write())
    assert replay(game_named(record["game"]), record) == expected
    assert plain.result() == record["winner"][0]


def test_in_the_recorded_round_white_wins_with_blue_on_move_12() -> None:
    record = read(GAMES / "kamisado_recorded_round.txt")
    game = game_named("kamisado")
    texts = replay(game, record)
    assert len(texts) - 1 == 2 * 12
    before, after = (game.parse_position(text) for text in texts[-2:])
    assert game.outcome(before) is None
    assert str(game.describe_move(before, game.parse_move(before, "e6e8"))) == "Blue 2 Yellow"
    outcome = game.outcome(after)
    assert outcome is not None
    assert str(outcome.reason) == "White's blue tower reached Black's home row on e8 (M7)."


def test_in_the_recorded_round_each_entry_names_the_tower_of_the_next() -> None:
    game = game_named("kamisado")
    record = read(GAMES / "kamisado_recorded_round.txt")
    texts = replay(game, record)
    words = []
    for before, text in zip(texts, record["moves"].split(), strict=False):
        position = game.parse_position(before)
        words.append(str(game.describe_move(position, game.parse_move(position, text))).split())
    for entry, following in itertools.pairwise(words):
        assert entry[-1] == following[0]
