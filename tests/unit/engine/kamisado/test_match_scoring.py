"""Teeth, points and the ends of matches; each test quotes the number of its rule."""

from __future__ import annotations

import pytest

from host.engine.game import (
    InvalidMoveError,
    Piece,
    Side,
)
from host.engine.kamisado.board import name
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import (
    FORMATS,
    LONG,
    MARATHON,
    SERIES,
    SINGLE,
    STANDARD,
    Format,
    series,
)
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.scoring import TEETH_POINTS, TOOTH_POINTS, Points
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.matches import (
    FIRST_ROUND,
    STANDARD_MATCH,
    START,
    before_the_end,
    ended,
    piece_on,
    play,
)
from tests.unit.engine.kamisado.towers import DEADLOCK_OF_TWO, place

A8 = parse_square("a8", (8, 8))


def test_scoring_a_towers_teeth_score_1_2_4_and_8() -> None:
    assert TOOTH_POINTS == (1, 2, 4, 8)
    assert TEETH_POINTS == (0, 1, 3, 7, 15)


@pytest.mark.parametrize(("teeth", "points"), [("", 1), ("K+a7", 3), ("K++a7", 7)])
def test_scoring_the_tower_that_arrives_gets_the_tooth(teeth: str, points: int) -> None:
    game = KamisadoMatch(MARATHON)
    position = play(game, before_the_end(game, teeth), "a7a8")
    assert position.points == Points(white=points)
    assert game.pieces(position)[A8].teeth == teeth.count("+") + 1
    again = play(game, position, "fill left")
    assert [piece.teeth for piece in game.pieces(again).values() if piece.teeth] == [
        teeth.count("+") + 1
    ]


def test_scoring_a_fourth_tooth_makes_15_and_ends_a_marathon_match() -> None:
    game = KamisadoMatch(MARATHON)
    before = before_the_end(game, "K+++a7")
    assert before.points == Points(white=7)
    after = play(game, before, "a7a8")
    assert after.points == Points(white=15)
    assert after.phase is Phase.OVER
    assert game.pieces(after)[A8] == Piece(Side.WHITE, "pink", 4)
    assert str(game.describe_piece(game.pieces(after)[A8])) == "pink four-toothed tower"
    assert game.parse_position(game.position_text(after)) == after


def test_scoring_the_teeth_of_both_sides_are_counted_apart() -> None:
    game = KamisadoMatch(LONG)
    position = before_the_end(game, "G+g1 N+h1 n++h8 g+g8")
    assert position.points == Points(white=2, black=4)
    assert position.number == 6


def test_m8_after_a_deadlock_the_tooth_goes_to_the_one_who_did_not_cause_it() -> None:
    position = STANDARD_MATCH.parse_position(f"{DEADLOCK_OF_TWO} standard 1 0:0 b")
    position = play(STANDARD_MATCH, position, "b1c2")  # c2 is yellow
    outcome = ended(STANDARD_MATCH, position)
    assert outcome.winner is Side.BLACK is STANDARD_MATCH.turn(position)
    assert position.points == Points(black=1)
    assert piece_on(STANDARD_MATCH, position, "a5") == Piece(Side.BLACK, "yellow", 1)
    assert [name(square) for square in outcome.squares] == ["a5"]
    filled = play(STANDARD_MATCH, position, "fill left")
    assert filled.challenger is Side.WHITE
    assert sorted(
        piece.name for piece in STANDARD_MATCH.pieces(filled).values() if piece.teeth
    ) == ["yellow"]


def test_m8_after_a_push_the_colour_under_the_farthest_pushed_tower_names_the_tooth() -> None:
    text = "8/8/8/8/nbpg1o1r/Y+PKNBGky/R1O5/8 w y w standard 2 1:0 b"
    position = play(STANDARD_MATCH, STANDARD_MATCH.parse_position(text), "a3a4+")
    assert ended(STANDARD_MATCH, position).stuck, "nobody can move any more"
    assert position.points == Points(white=1, black=1)
    # Brown was pushed onto pink; the pusher itself stands on yellow.
    assert piece_on(STANDARD_MATCH, position, "g3") == Piece(Side.BLACK, "pink", 1)
    assert piece_on(STANDARD_MATCH, position, "h3") == Piece(Side.BLACK, "yellow", 0)


def test_a_single_round_ends_with_the_round() -> None:
    game = KamisadoMatch(SINGLE)
    position = play(game, game.start(), *FIRST_ROUND.split())
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert str(outcome.reason) == (
        "White wins the game. White's blue tower reached Black's home row on e8 (M7)."
    )
    assert game.legal_moves(position) == ()
    assert game.movable_squares(position) == ()


@pytest.mark.parametrize(
    ("match", "not_enough", "enough"),
    [
        (STANDARD, "G+g1", "K+a7"),  # 1 + 1 and 1 + 2
        (STANDARD, "n+h8 g+g8", "G+g1 N+h1"),  # 0 + 1 and 2 + 1
        (LONG, "K+a7 G++g1", "K++a7"),  # 4 + 2 and 3 + 4
        (MARATHON, "K++a7 G+++g1", "K+++a7"),  # 10 + 4 and 7 + 8
    ],
)
def test_a_match_ends_at_once_when_a_side_has_the_points(
    match: Format, not_enough: str, enough: str
) -> None:
    game = KamisadoMatch(match)
    goes_on = play(game, before_the_end(game, not_enough), "a7a8")
    assert game.outcome(goes_on) is None
    over = play(game, before_the_end(game, enough), "a7a8")
    outcome = game.outcome(over)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert outcome.squares == ended(game, over).squares
    refusal = str(game.explain_illegal(over, A8, None))
    assert refusal != "None"
    assert refusal.startswith(f"The {match.title} is over: ")
    with pytest.raises(InvalidMoveError, match="is over"):
        game.parse_move(over, "fill left")


def test_points_to_win_are_1_3_7_and_15() -> None:
    assert [match.points for match in FORMATS] == [1, 3, 7, 15, None]


def test_a_series_goes_on_from_the_first_position_with_the_other_side_first() -> None:
    game = KamisadoMatch(SERIES)
    position = play(game, game.start(), *FIRST_ROUND.split())
    assert position.points == Points(white=1)
    assert position.phase is Phase.CHOOSING
    assert [game.move_text(position, move) for move in game.legal_moves(position)] == ["set up"]
    assert all(piece.teeth == 0 for piece in game.pieces(position).values())
    refusal = str(game.explain_illegal(position, A8 + 4, A8))
    assert refusal != "None"
    assert "say 'set up'" in refusal
    following = play(game, position, "set up")
    assert game.pieces(following) == game.pieces(game.start())
    # White has won and begins all the same: the first mover alternates.
    assert game.position_text(following) == f"{START.replace(' b', ' w')} series 2 1:0 w"


def test_a_series_of_an_agreed_number_of_rounds_ends_after_the_last() -> None:
    game = KamisadoMatch(series(2))
    white_won = play(game, game.start(), *FIRST_ROUND.split(), "set up")
    assert white_won.challenger is Side.WHITE
    round_position = place("ka2 Ka4", "b k")
    black_wins = MatchPosition.of(game.format, round_position, 2, Points(white=1), Side.WHITE)
    position = play(game, black_wins, "a2a1")
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner is None
    assert str(outcome.reason).startswith(
        "The series of 2 single rounds is drawn, 1:1. Black's pink"
    )
    ahead = KamisadoMatch(series(1))
    won = ahead.outcome(play(ahead, ahead.start(), *FIRST_ROUND.split()))
    assert won is not None
    assert won.winner is Side.WHITE


def test_an_agreement_ends_a_series_as_a_draw() -> None:
    series = KamisadoMatch(SERIES)
    assert series.allows_agreement
    outcome = series.agreed_outcome(series.start())
    assert (outcome.winner, str(outcome.reason)) == (None, "Drawn: both players have agreed to it.")
