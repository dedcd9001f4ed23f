"""Strategies: the tokens of a round, and the starts that they need."""

from __future__ import annotations

import pytest

from host.ai.match.prover import MatchProver
from host.engine.game import Side
from host.engine.kamisado.notation import parse_position

AT_HOME = "1b6/2Pkr1y1/4oNB1/3Y4/1G6/1g5K/p4n2/O5R1 w b"
"""White can win the round at once."""
FORCED = "4b+2k/1o+1G3O/8/2g2p2/1K6/2yrB1n1/N7/2Y2RP1 w p"
"""Black leads by 2 : 0: with any win of the round he wins a match to three points."""


def test_a_round_that_decides_the_match_needs_no_moves() -> None:
    prover, position = MatchProver(1), parse_position(AT_HOME)
    assert prover.winner(position) is Side.WHITE
    assert prover.strategy(position).text == "*"


def test_an_end_has_the_fill_and_the_start_after_it() -> None:
    prover, position = MatchProver(2), parse_position(AT_HOME)
    assert prover.winner(position) is Side.WHITE
    found = prover.strategy(position)
    assert found.text == "g6e8 <"
    (start,) = found.starts
    assert start.turn is Side.BLACK
    assert sum(start.teeth[:8]) == 1
    assert sum(start.teeth[8:]) == 0


def test_all_moves_of_the_opponent_have_an_answer_once() -> None:
    prover, position = MatchProver(3), parse_position(FORCED)
    assert prover.winner(position) is Side.BLACK
    found = prover.strategy(position)
    assert found.tokens[0] == "-"
    assert {token for token in found.tokens if token not in "*-"} <= {
        "h8f6",
        "c5d4",
        "pass",
        "f5e4",
        "f6e5",
        "b7f3",
    }
    assert all(start.turn is Side.BLACK for start in found.starts), "White has won the round"


def test_what_is_not_proven_has_no_strategy() -> None:
    with pytest.raises(ValueError, match="not proven"):
        MatchProver(3).strategy(parse_position(FORCED))
