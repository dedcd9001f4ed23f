"""docs/adding-a-game.md, followed: a small game more, and all that serves it without knowing it.

Each test takes one step or one promise of that page, in its order.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from host.ai.players.player import Player
from host.cli.develop.engine_protocol import Engine
from host.engine.game import AnyGame, Evaluated, Side
from host.engine.records.game_record import GameRecord, read, write
from host.engine.registry import GAMES, game_named, playable_games
from host.engine.successors import perft
from host.message import Template, catalogue
from host.recognition.times import DWELL_MS
from host.storage.store import Store
from host.ui.messages.hello import hello_message
from host.ui.messages.state import state_message
from host.ui.terminal.text_board import render
from soak.session_only import play_pure
from tests.adding_a_game.breakthrough import Breakthrough
from tests.adding_a_game.guide import PAGE, ROOT, sentences
from tests.property.contract import check_position, walk
from tests.support.snapshots import SnapshotHand
from tests.unit.cli.answers import Captured, printed
from tests.unit.storage.matches import random_match

NAME = "breakthrough"
MIDDLE = "ssssssss/1sssssss/8/1s6/S7/8/1SSSSSSS/SSSSSSSS w"
"""White's a4 may take b5."""


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The one line of the registry, and the sentences in the catalogue."""
    english = cast(dict[str, Template], catalogue("en"))
    for id, template in sentences().items():
        monkeypatch.setitem(english, id, template)
    added = cast(AnyGame, Breakthrough())
    monkeypatch.setitem(GAMES, NAME, added)
    return added


# The file, and the line


def test_the_game_is_found_by_its_name_and_offered_to_players(game: AnyGame) -> None:
    assert game_named(NAME) is game
    assert game in playable_games()


def test_the_file_is_the_only_one_that_names_it() -> None:
    sources = [path for top in ("host", "simulator") for path in (ROOT / top).rglob("*.py")]
    assert sources
    assert not [path for path in sources if NAME in path.read_text(encoding="utf-8")]


# The contract


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.slow
def test_all_that_can_be_asked_in_a_position_agrees(game: AnyGame, seed: int) -> None:
    positions = list(walk(game, seed, 300))
    for position in (*positions[::12], positions[-1]):
        check_position(game, position)
    assert game.outcome(positions[-1]) is not None


def test_its_leaves_are_counted(game: AnyGame) -> None:
    # Counted by hand: 6 stones with three ways each, 2 at the edge with two; so for both sides.
    assert [perft(game, game.start(), depth) for depth in (1, 2)] == [22, 22 * 22]


# On the board


def test_a_capture_is_recognised_whatever_is_lifted_first() -> None:
    for order in ("a4b5", "b5a4"):
        hand = SnapshotHand(MIDDLE, game=NAME)
        for square in (order[:2], order[2:]):
            hand.lift(square)
            hand.wait(300)
        hand.put("b5", Side.WHITE)
        hand.wait(DWELL_MS)
        assert hand.texts == ["a4b5"]
        assert hand.view.turn is Side.BLACK


def test_what_may_be_reached_is_lit_and_what_may_not_is_told() -> None:
    hand = SnapshotHand(MIDDLE, game=NAME)
    state = hand.lift("a4")
    hand.wait(600)
    assert hand.marked("legal", "squares") >= {"a5"}
    hand.show("c5", state)
    hand.wait(3000)
    assert any("one square straight or diagonally forward" in n.text for n in hand.notices)


@pytest.mark.slow
def test_modelled_hands_play_it_as_they_meant_to() -> None:
    _, hands = play_pure("5/0", (NAME,))
    assert hands.intended.over


# On the displays


def test_the_terminal_draws_it(game: AnyGame) -> None:
    hand = SnapshotHand(MIDDLE, game=NAME)
    hello = hello_message(game, "1", True, "", [game], game.size)
    state = state_message(game, hand.view, 1, {"state": "up", "text": "Virtual board"})
    told = render(hello, state)  # type: ignore[arg-type]
    assert "White to move" in told
    board = told[: told.index("O white, X black")]
    white, black = (
        sum(p.side is side for p in hand.view.expectation.pieces.values()) for side in Side
    )
    assert (board.count("O"), board.count("X")) == (white, black)


# The computer


@pytest.mark.slow
def test_the_computer_plays_it_and_better_than_by_chance(game: AnyGame) -> None:
    assert isinstance(game, Evaluated)
    chance, position = random.Random(3), game.start()
    player = Player(4, 1)
    while game.outcome(position) is None:
        if game.turn(position) is Side.WHITE:
            text = player.choose(game, position).move
            position = game.play(position, game.parse_move(position, text))
        else:
            position = game.play(position, chance.choice(game.legal_moves(position)))
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner is Side.WHITE


def test_another_program_plays_against_it(game: AnyGame) -> None:
    answers: list[str] = []
    engine = Engine(1, answers.append)
    engine.handle(f"setoption name Game value {NAME}")
    engine.handle("position startpos moves a2a3")
    assert not answers
    engine.handle("go nodes 300")
    best = answers[-1]
    after = game.play(game.start(), game.parse_move(game.start(), "a2a3"))
    assert game.parse_move(after, best.removeprefix("bestmove "))


# Commands and records


def test_the_commands_answer_for_it(capsys: Captured) -> None:
    answer = json.loads(printed(capsys, "legal", MIDDLE, "--game", NAME, "--json"))
    assert "a4b5" in answer["moves"]
    assert printed(capsys, "perft", "startpos", "2", "--game", NAME) == "484 at depth 2\n"
    assert printed(capsys, "check", "8/8 w", "--game", NAME, status=1)


def test_a_game_is_written_and_read_again(game: AnyGame) -> None:
    position = game.start()
    moves = []
    for text in ("a2a3", "a7a6", "a3b4"):
        moves.append(game.parse_move(position, text))
        position = game.play(position, moves[-1])
    record = GameRecord(game, game.start(), tuple(moves))
    assert read(write(record)) == record


@pytest.mark.slow
def test_a_stored_match_of_it_is_recorded_and_replayed(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "matches.sqlite"
    match = random_match(NAME, 4, 500)
    with closing(Store(data)) as store:
        number = store.create_match(NAME, match.positions[0])
        store.save(number, match.plies, match.outcome)
    record = printed(capsys, "record", str(number), "--data", str(data))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.encode())))
    answer = json.loads(printed(capsys, "replay", "-", "--json"))
    assert answer["moves"] == [ply.text for ply in match.plies]
    assert answer["outcome"]["reason"] == match.outcome


# The page itself


def test_the_page_shows_the_code_of_the_example_and_names_what_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    source = (ROOT / "tests" / "adding_a_game" / "breakthrough.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    for block in blocks:
        assert block in source
    members = re.findall(r"^\| `([a-z]\w+)` \|", text, re.MULTILINE)
    assert set(members) == {
        name for name in vars(Breakthrough) if not name.startswith("_") and name != "evaluate"
    }
