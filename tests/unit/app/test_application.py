"""Answers of the application to requests without effect; no board is needed."""

from __future__ import annotations

import asyncio

import pytest

from host.ai.analysis.puzzle import puzzles
from host.app.application import Application
from host.engine.registry import game_named
from host.session.board_mode import BoardMode
from host.session.match_settings import MatchSettings
from host.session.puzzle import PuzzleMode
from host.session.replay import Replay
from host.session.session import Session

Wish = dict[str, object]


def answer(wish: Wish, mode: BoardMode | None = None) -> str | None:
    mode = mode or Session(MatchSettings(game_named("hasami")))
    refusal = asyncio.run(Application(mode, "virtual", 1).ask(wish))
    return None if refusal is None else str(refusal)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"t": "review"}, "A review is made once the round is over."),
        (
            {"t": "help", "level": "proven"},
            "Who wins cannot be proven in hasami shogi: there is no solver for it.",
        ),
        (
            {"t": "lift", "square": "a1"},
            "The pieces of a real board are moved by hand, on the board.",
        ),
    ],
    ids=["review", "help", "hand"],
)
def test_a_known_wish_is_refused_with_a_sentence_of_its_own(wish: Wish, said: str) -> None:
    assert answer(wish) == said


@pytest.mark.parametrize(
    ("wish", "quoted"),
    [
        ({"t": "castle"}, '{"t":"castle"}'),
        ({"t": "help", "level": "most"}, '{"t":"help","level":"most"}'),
        ({"t": "lift", "square": 7}, '{"t":"lift","square":7}'),
        ({"t": "puzzle", "number": "x"}, '{"t":"puzzle","number":"x"}'),
    ],
    ids=["name", "value", "type", "puzzle"],
)
def test_what_is_not_known_is_quoted(wish: Wish, quoted: str) -> None:
    assert quoted in str(answer(wish))


@pytest.mark.parametrize("wish", [{"t": "takeback"}, {"t": "puzzle"}], ids=["takeback", "puzzle"])
def test_in_a_record_what_concerns_a_game_is_refused(wish: Wish) -> None:
    game = game_named("hasami")
    mode = Replay(game, game.start(), ())
    assert "This is a record" in str(answer(wish, mode))


@pytest.mark.parametrize(
    "wish", [{"t": "new"}, {"t": "step", "by": 1}, {"t": "go", "ply": 1}], ids=["new", "step", "go"]
)
def test_in_a_puzzle_what_concerns_a_game_or_a_record_is_refused(wish: Wish) -> None:
    assert "This is a puzzle" in str(answer(wish, PuzzleMode(puzzles())))
