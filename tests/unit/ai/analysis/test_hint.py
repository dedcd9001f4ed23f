"""Hints: what is proven is told, and nothing beside it that says otherwise."""

from __future__ import annotations

import pytest

from host.ai.analysis.hint import find_hint
from host.ai.solver.adapter import round_of, successors
from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.solver import Solver
from host.engine.kamisado import rules
from host.engine.kamisado.notation import parse_move, parse_position
from host.engine.registry import game_named

GAME = game_named("kamisado")
UNPROVEN = "pokbngyr/8/8/8/8/8/R7/KP1BYNOG b r"
"""After a move that nobody opens with."""
POSITIONS = (
    "5rg1/8/Kb6/o7/3nypkO/2R5/N4BP1/1G1Y4 b g",
    "2p1yr1n/1o5O/2R2k2/8/8/N7/6gb/1G1YKPB1 b p",
    "3k3n/8/N3y3/1Go2rgO/4K3/R1p2Pb1/8/3Y2B1 w b",
)
"""A won one, in which the line of the proof is not the shortest, and two lost ones."""


def test_a_move_that_wins_by_the_opening_book_is_not_said_to_be_unknown() -> None:
    hint = find_hint(Solver(8), GAME, GAME.start(), stop=lambda: True)
    assert hint.value == "win"
    assert hint.reason is None, "its explanation would need a proof of its own"
    assert str(hint.sentence("g8 to g2")) == "Hint: g8 to g2. It is winning."


@pytest.mark.parametrize("text", POSITIONS)
def test_a_hint_is_the_fastest_win_or_the_longest_defence(text: str) -> None:
    position = parse_position(text)
    solver, own, afters = Solver(8), round_of(position), successors(GAME, position)
    winner = solver.winner(own)
    assert winner is not None
    ends = {}
    for move, after in afters.items():
        if rules.outcome(after) is None and solver.winner(after) is winner:
            ends[move] = DistanceToWin(solver, winner).fastest_wins({"": after})[1]
    best = min if own.turn is winner else max
    assert len(set(ends.values())) > 1
    hint = find_hint(Solver(8), GAME, position)
    assert ends[hint.move] == best(ends.values())
    for text in hint.line:
        own = rules.play_unchecked(own, parse_move(own, text))
    ended = rules.outcome(own)
    assert len(hint.line) > 9 or (ended is not None and ended.winner is winner)


def test_a_position_that_is_not_proven_is_said_to_be_unknown() -> None:
    hint = find_hint(Solver(8), GAME, GAME.parse_position(UNPROVEN), stop=lambda: True)
    assert hint.value == "unknown"
    told = hint.sentence("h8 to h7")
    assert "No win is proven yet." in str(told)
