"""Hints: what is proven is told, and nothing beside it that says otherwise."""

from __future__ import annotations

from host.ai.analysis.hint import find_hint
from host.ai.solver.solver import Solver
from host.engine.registry import game_named

GAME = game_named("kamisado")
UNPROVEN = "pokbngyr/8/8/8/8/8/R7/KP1BYNOG b r"
"""After a move that nobody opens with."""


def test_a_move_that_wins_by_the_opening_book_is_not_said_to_be_unknown() -> None:
    hint = find_hint(Solver(8), GAME, GAME.start(), stop=lambda: True)
    assert hint.value == "win"
    assert hint.reason is None, "its explanation would need a proof of its own"
    assert str(hint.sentence("g8 to g2")) == "Hint: g8 to g2. It is winning."


def test_a_position_that_is_not_proven_is_said_to_be_unknown() -> None:
    hint = find_hint(Solver(8), GAME, GAME.parse_position(UNPROVEN), stop=lambda: True)
    assert hint.value == "unknown"
    told = hint.sentence("h8 to h7")
    assert "No win is proven yet." in str(told)
