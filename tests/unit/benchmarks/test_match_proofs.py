"""Processor time of proofs of matches, and of the moves of level 10 in them."""

from __future__ import annotations

import pytest

from benchmarks.matches.match_proofs import (
    GAME,
    SCORES,
    main,
    move_seconds,
    proof_seconds,
    start_of,
)
from host.engine.game import Side


@pytest.mark.parametrize("score", SCORES)
def test_a_start_has_the_points_of_its_score(score: tuple[int, int]) -> None:
    starts = {start_of(score, 1, number) for number in range(20)}
    assert len(starts) == 20
    for start in starts:
        assert (start.points.of(Side.BLACK), start.points.of(Side.WHITE)) == score
        assert GAME.turn(start) is Side.BLACK
        assert GAME.outcome(start) is None


def test_a_proof_has_its_time_and_no_more() -> None:
    assert proof_seconds(start_of((2, 2), 1, 0), 60)[1]
    taken, proven = proof_seconds(start_of((1, 2), 1, 0), 0)
    assert (proven, taken < 1) == (False, True)


def test_the_moves_of_a_match_are_those_of_level_10() -> None:
    assert len(move_seconds(start_of((2, 2), 1, 0), 0)) > 1


def test_the_options_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "--seconds S" in capsys.readouterr().out
