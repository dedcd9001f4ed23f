"""Pushes and deadlocks in matches, as the rule book and its figures show them."""

from __future__ import annotations

from host.engine.game import (
    Piece,
    Side,
)
from host.engine.kamisado.board import name
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import (
    LONG,
    MARATHON,
    STANDARD,
)
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Move
from host.engine.kamisado.scoring import Points
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.matches import (
    FIRST_ROUND,
    STANDARD_MATCH,
    before_the_end,
    ended,
    piece_on,
    play,
)
from tests.unit.engine.kamisado.towers import place


def test_s1_the_tower_that_won_is_a_sumo_in_the_next_round_and_reaches_5_squares() -> None:
    position = play(STANDARD_MATCH, STANDARD_MATCH.start(), *FIRST_ROUND.split(), "fill left")
    (square,) = [s for s, piece in STANDARD_MATCH.pieces(position).items() if piece.teeth]
    assert name(square) == "h1", "the tower in the last row is the last to be filled (F3)"
    assert (
        str(STANDARD_MATCH.describe_piece(piece_on(STANDARD_MATCH, position, "h1")))
        == "blue sumo tower"
    )
    position = play(STANDARD_MATCH, position, _first_move_onto(position, "blue"))
    texts = [
        STANDARD_MATCH.move_text(position, move) for move in STANDARD_MATCH.legal_moves(position)
    ]
    assert {text for text in texts if text[2] == "h"} == {"h1h2", "h1h3", "h1h4", "h1h5", "h1h6"}


def test_ds1_and_ts1_a_tower_that_wins_again_reaches_less_and_pushes_more() -> None:
    game = KamisadoMatch(MARATHON)
    for teeth, reach, pushes in (("K+a7", 3, 2), ("K++a7", 1, 3)):
        won = play(game, before_the_end(game, teeth), "a7a8", "fill left")
        square = next(s for s, piece in game.pieces(won).items() if piece.teeth)
        assert game.pieces(won)[square].teeth == pushes
        position = won.round._replace(turn=Side.WHITE, required=4, last_mover=Side.BLACK)
        moves = game.legal_moves(won._replace(round=position))
        ranks = [m.target // 8 - m.origin // 8 for m in moves if isinstance(m, Move)]
        assert max(ranks) == reach


def test_s3_in_a_match_too_the_side_that_has_pushed_moves_again() -> None:
    # After figures 8 and 9: a sumo in front of a plain tower with room behind it.
    game = STANDARD_MATCH
    position = MatchPosition.of(STANDARD, place("K+d4 nd5", "w k"), challenger=Side.BLACK)
    after = play(game, position, "d4d5+")
    assert game.turn(after) is Side.WHITE
    assert piece_on(game, after, "d6").name == "brown"
    assert after.phase is Phase.PLAYING


def test_s11_a_push_that_is_the_only_legal_move_of_a_round_must_be_played() -> None:
    text = "8/8/8/8/nbpg1o1r/Y+PKNBGky/R1O5/8 w y w standard 2 1:0 b"
    position = STANDARD_MATCH.parse_position(text)
    moves = STANDARD_MATCH.legal_moves(position)
    assert [STANDARD_MATCH.move_text(position, move) for move in moves] == ["a3a4+"]


def test_figures_4_and_5_a_plain_tower_passes_and_the_same_tower_with_a_tooth_pushes() -> None:
    plain = MatchPosition.of(STANDARD, place("Ka4 na5 gb5", "w k"), challenger=Side.BLACK)
    moves = STANDARD_MATCH.legal_moves(plain)
    assert [STANDARD_MATCH.move_text(plain, move) for move in moves] == ["pass"]
    passed = play(STANDARD_MATCH, plain, "pass")
    assert STANDARD_MATCH.turn(passed) is Side.BLACK
    assert passed.phase is Phase.PLAYING
    sumo = MatchPosition.of(STANDARD, place("K+a4 na5 gb5", "w k"), challenger=Side.BLACK)
    moves = STANDARD_MATCH.legal_moves(sumo)
    assert [STANDARD_MATCH.move_text(sumo, move) for move in moves] == ["a4a5+"]


def test_figure_6_a_deadlock_of_four_gives_the_round_to_the_one_who_did_not_cause_it() -> None:
    text = "8/8/8/8/pbnry1k1/PBNo3g/1RKGO1Y1/8 w o"
    position = STANDARD_MATCH.parse_position(f"{text} standard 1 0:0 b")
    lost = [
        after
        for move in STANDARD_MATCH.legal_moves(position)
        if (after := STANDARD_MATCH.play(position, move)).phase is Phase.CHOOSING
    ]
    assert len(lost) == 1
    assert len(ended(STANDARD_MATCH, lost[0]).stuck) == 4
    assert lost[0].points == Points(black=1)


def test_figure_9_a_double_sumo_pushes_two_and_binds_by_the_farther_one() -> None:
    game = KamisadoMatch(LONG)
    position = MatchPosition.of(LONG, place("K++d4 n+d5 gd6", "w k"), challenger=Side.BLACK)
    after = play(game, position, "d4d5+")
    assert piece_on(game, after, "d6") == Piece(Side.BLACK, "brown", 1)
    assert piece_on(game, after, "d7") == Piece(Side.BLACK, "green", 0)
    assert game.turn(after) is Side.WHITE
    assert [game.square_colour(square) for square in (parse_square("d7", (8, 8)),)] == ["green"]
    (mover,) = game.movable_squares(after)
    assert game.pieces(after)[mover].name == "green"


def test_figure_10_in_a_marathon_match_white_leads_14_to_9_and_pushes_seven_towers() -> None:
    game = KamisadoMatch(MARATHON)
    position = game.parse_position(
        "b++p+k+r+4/8/4g+3/4n+1y+1/4o1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 18 14:9 b"
    )
    position = play(game, position, "e3e4+", "g4g5+", "e4e5+")
    refusal = str(
        game.explain_illegal(position, parse_square("e5", (8, 8)), parse_square("e6", (8, 8)))
    )
    assert refusal != "None"
    assert "the green tower on e8 is on its home row".casefold() in refusal.casefold()
    position = play(game, position, "e5d6")
    assert game.turn(position) is Side.BLACK
    assert position.points == Points(14, 9)


def _first_move_onto(position: MatchPosition, colour: str) -> str:
    """A first move that ends on a square of that colour."""
    return next(
        STANDARD_MATCH.move_text(position, move)
        for move in STANDARD_MATCH.legal_moves(position)
        if isinstance(move, Move) and STANDARD_MATCH.square_colour(move.target) == colour
    )
