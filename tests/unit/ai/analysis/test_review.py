"""The review: of the match that was really played, and of random ends of rounds by brute force."""

from __future__ import annotations

import pickle
import random
from itertools import islice

import pytest

from host.ai.analysis.moments import moments
from host.ai.analysis.review import review, summary, table_lines
from host.ai.results import ReviewedMove
from host.ai.solver.solver import Solver
from host.cli.play.demonstration import recorded_moves
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_position
from host.engine.kamisado.position import Position
from host.engine.registry import game_named
from host.message import message
from tests.unit.ai.solver.brute import TooManyError, late_positions, winners

ROUND = game_named("kamisado")
SEED = 11
ROUNDS = 400
BRUTE_LIMIT = 1000


@pytest.fixture(scope="module")
def played() -> list[ReviewedMove]:
    """The review of the recorded round, in order."""
    game = game_named("kamisado-single")
    return list(review(Solver(), game, game.start(), recorded_moves()))[::-1]


def test_the_round_that_was_really_played_was_given_away_with_its_13th_move(
    played: list[ReviewedMove],
) -> None:
    assert [one.ply for one in played] == list(range(1, 25))
    assert [one.ply for one in played if one.is_blunder] == [13]
    blunder = played[12]
    assert (blunder.side, blunder.text, blunder.better) == ("black", "g8h7", ("g8g5",))
    assert str(blunder.why).startswith("White must then move purple, and going to d3 is winning.")
    assert str(blunder.instead).startswith(
        "Green 3 Red (g8g5) is winning. White's red has one safe square, c2. "
    )
    for one in played:
        black_wins = one.ply <= 12
        assert one.before == ("win" if black_wins is (one.side == "black") else one.before)
        if one is not blunder:
            assert one.before == one.after
            assert (one.why, one.instead, one.better) == (None, None, ())
            assert (one.refutation, one.best_line) == ((), ())
    assert list(map(str, summary(played))) == [
        "Round 1: Black was winning from the start. "
        "The win changed hands once: with move 13 (Black)."
    ]


def test_its_lines_say_of_every_move_what_it_was_worth(played: list[ReviewedMove]) -> None:
    lines = list(map(str, table_lines(played)))
    moves = [line for line in lines if not line.startswith("     ")]
    assert len(moves) == 24
    assert moves[12].split()[:3] == ["13.", "Black", "g8h7"]
    assert moves[12].endswith("gives the win away, and is refuted in 6 moves")
    assert moves[19].endswith("the only one of 4 moves that keeps the win")
    keeps = [line for line in moves if "keeps the win" in line]
    assert len(keeps) == 12
    assert moves[22].endswith("was the only move")


@pytest.mark.slow
def test_what_it_says_of_random_ends_of_rounds_is_what_brute_force_finds() -> None:
    """Every value of every move, pushes and passes included."""
    chance = random.Random(SEED)
    solver, checked, turned = Solver(8), 0, 0
    for position in islice(late_positions(chance), ROUNDS):
        try:
            known = winners(position, BRUTE_LIMIT)
        except TooManyError:
            continue
        line, texts = [position], list[str]()
        while moves := rules.legal_moves(line[-1]):
            move = chance.choice(moves)
            texts.append(move_text(move))
            line.append(rules.play_unchecked(line[-1], move))
        for one in review(solver, ROUND, position, texts):
            before, after = line[one.ply - 1], line[one.ply]
            assert one.side == before.turn.name.lower()
            assert one.before == told(before.turn, known[before])
            assert one.after == told(before.turn, known[after])
            assert one.choices == len(rules.legal_moves(before))
            if one.is_blunder:
                assert set(one.better) == better(before, known)
                turned += 1
            checked += 1
    assert checked > 100, f"seed {SEED}"
    assert turned > 10


def told(side: Side, winner: Side) -> str:
    return "win" if winner is side else "loss"


def better(position: Position, known: dict[Position, Side]) -> set[str]:
    """The moves that win."""
    return {
        move_text(move)
        for move in rules.legal_moves(position)
        if known[rules.play_unchecked(position, move)] is position.turn
    }


def test_what_is_not_proven_in_time_is_not_known_and_no_blunder() -> None:
    game = game_named("kamisado-single")
    texts = recorded_moves()[:4]
    found = list(review(Solver(), game, game.start(), texts, lambda: lambda: True))[::-1]
    assert [one.kind for one in found] == ["unknown"] * 4
    assert list(map(str, summary(found))) == [
        "Round 1: who was winning at the start is not proven. No change of hands is "
        "proven for the win. 4 moves could not be judged."
    ]
    assert all(str(line).endswith("not proven") for line in table_lines(found))


def test_the_rounds_of_a_match_are_summed_up_apart_and_choices_are_no_moves() -> None:
    game = game_named("kamisado-long")
    one_from_home = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"
    start = game.parse_position(one_from_home)
    texts = ["f7e8", "fill left"]
    found = list(review(Solver(), game, start, texts))
    assert [(one.ply, one.round, one.kind) for one in found] == [(1, 1, "won")]
    assert list(map(str, summary(found))) == [
        "Round 1: White was winning from the start. The win never changed hands."
    ]


def test_an_adjudication_is_no_move_to_review() -> None:
    game = game_named("kamisado-single")
    moves = recorded_moves()
    position = game.start()
    for text in moves[:-2]:
        position = game.play(position, game.parse_move(position, text))
    # The same position in other words: the tower that must move is told by players.
    same = " ".join(game.position_text(position).split()[:3])
    adjudicated = [*moves[:-2], f"adjudicate {same}", *moves[-2:]]
    last = [one.ply for one in islice(review(Solver(), game, game.start(), adjudicated), 2)]
    assert last == [len(adjudicated), len(adjudicated) - 1]
    third = next(islice(review(Solver(), game, game.start(), adjudicated), 2, None))
    assert third.ply == len(adjudicated) - 3


def test_a_reviewed_move_travels_between_processes() -> None:
    position = "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"
    (one,) = review(Solver(), ROUND, parse_position(position), ["f3g4"])
    assert one.is_blunder
    assert one.better == ("f3f4",)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one.as_json()["kind"] == "blunder"


def test_the_moments_of_the_round_are_the_missed_win_and_the_only_move(
    played: list[ReviewedMove],
) -> None:
    missed, found = moments(played)
    assert str(missed.words) == "Move 13: Black could have won in 4 moves."
    assert (missed.ply, missed.kind, missed.line[0]) == (13, "missed", "g8g5")
    assert str(found.words) == "Move 20: White found the only one of 4 moves that kept the win."
    assert (found.ply, found.kind, found.line) == (20, "only", ("c1c2",))
    game = game_named("kamisado-single")
    position = game.start()
    for text in [*recorded_moves()[:12], *missed.line]:
        position = game.play(position, game.parse_move(position, text))
    outcome = game.outcome(position)
    assert outcome is not None, "four own moves of Black, and the three replies"
    assert outcome.winner is Side.BLACK
    assert len(missed.line) == 7


LOST_SOON = "p+2kg1r1/6B1/8/1o6/5P2/b1n4y/2N5/YO1RG2K+ w g"
"""White loses in one move of Black or in four."""


def test_a_lost_move_is_graded_by_the_hardest_defence() -> None:
    position = parse_position(LOST_SOON)
    solver = Solver(8)
    graded = {}
    for move in rules.legal_moves(position):
        (one,) = review(solver, ROUND, position, [move_text(move)])
        assert one.kind == "lost"
        assert one.best_end == 4
        graded[one.text] = one
    ends = sorted(one.end for one in graded.values())
    assert (ends[0], ends[-1]) == (1, 4)
    soon = next(one for one in graded.values() if one.end == 1)
    assert str(soon.worth) == "loses to the next move, where the best defence lasts 4 moves"
    assert len(soon.refutation) == 2
    assert len(soon.best_line) == 8
    (moment,) = moments([soon])
    assert str(moment.words) == (
        "Move 1: White lost to the next move. The best defence lasts 4 moves."
    )
    longest = next(one for one in graded.values() if one.end == 4)
    assert str(longest.worth) == "was lost already"
    assert moments([longest]) == []


def test_a_blunder_with_a_near_refutation_comes_before_the_last_one() -> None:
    def blunder(ply: int, end: int, best_end: int) -> ReviewedMove:
        values = {"before": "win", "after": "loss", "choices": 5}
        words = message("verbatim", text="")
        return ReviewedMove(ply, 1, "white", "a1a2", words, **values, end=end, best_end=best_end)

    told = moments([blunder(5, 0, 0), blunder(3, 2, 4), blunder(1, 6, 5)])
    assert [str(moment.words) for moment in told] == [
        "Move 1: White could have won in 5 moves.",
        "Move 3: White gave the win away, and Black could win in 2 moves.",
    ]
    (far,) = moments([blunder(7, 0, 0)])
    assert str(far.words) == "Move 7: White gave the win away to Black. The end was still far."
