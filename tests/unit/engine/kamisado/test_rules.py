"""The rule book, sentence by sentence; each test quotes the number of its rule."""

from __future__ import annotations

import pytest

from host.engine.game import IllegalMoveError, Side
from host.engine.kamisado.board import HOME_ROWS, name
from host.engine.kamisado.position import Move, Position
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.towers import DEADLOCK_OF_TWO, GAME, moves, place, play, required


def names(squares: tuple[int, ...]) -> list[str]:
    return [name(square) for square in squares]


def test_t1_black_begins_the_first_round_with_any_of_the_eight_towers() -> None:
    position = GAME.start()
    assert GAME.turn(position) is Side.BLACK
    assert GAME.movable_squares(position) == tuple(HOME_ROWS[Side.BLACK])
    assert {text[:2] for text in moves(position)} == {f"{file}8" for file in "abcdefgh"}


def test_t1_the_first_mover_may_be_white_and_may_take_a_sumo() -> None:
    position = place("N++a1 Gh1", "w -")
    assert {text[:2] for text in moves(position)} == {f"{file}1" for file in "abcdefgh"}
    assert {"a1a4", "a1d4"} <= moves(position)
    assert "a1a5" not in moves(position)


def test_t2_the_tower_of_the_colour_on_which_the_last_move_ended_must_move() -> None:
    position = play(GAME.start(), "d8d4")  # d4 is brown
    assert required(position) == (Side.WHITE, "brown")
    assert names(GAME.movable_squares(position)) == ["a1"]
    assert {text[:2] for text in moves(position)} == {"a1"}


def test_t2_no_other_tower_may_be_played() -> None:
    position = play(GAME.start(), "d8d4")
    with pytest.raises(IllegalMoveError, match=r"'b1b2'.*brown tower on a1 must move \(T2\)"):
        GAME.play(position, Move(parse_square("b1", (8, 8)), parse_square("b2", (8, 8))))


def test_m1_white_moves_straight_or_diagonally_up_the_board_and_no_other_way() -> None:
    assert moves(place("Kd3", "w k")) == {
        *("d3d4", "d3d5", "d3d6", "d3d7"),
        *("d3c4", "d3b5", "d3a6"),
        *("d3e4", "d3f5", "d3g6", "d3h7"),
    }


def test_m1_black_moves_straight_or_diagonally_down_the_board_and_no_other_way() -> None:
    assert moves(place("kd6", "b k")) == {
        *("d6d5", "d6d4", "d6d3", "d6d2"),
        *("d6c5", "d6b4", "d6a3"),
        *("d6e5", "d6f4", "d6g3", "d6h2"),
    }


def test_m2_a_tower_moves_any_number_of_squares() -> None:
    position = place("Ga1 nd4", "w g")
    assert {f"a1a{rank}" for rank in range(2, 9)} <= moves(position)


def test_m2_no_tower_moves_over_another_of_either_side() -> None:
    position = place("Kd3 nd5 Rb5", "w k")
    assert moves(position) == {"d3d4", "d3c4", "d3e4", "d3f5", "d3g6", "d3h7"}


def test_m3_a_move_ends_on_an_empty_square() -> None:
    position = place("Kd3 nd4 Re4", "w k")
    assert moves(position) == {"d3c4", "d3b5", "d3a6"}


def test_m4_a_tower_passes_between_two_towers_whose_squares_touch_at_the_corner() -> None:
    position = place("Kd3 nd4 Re3", "w k")
    assert {"d3e4", "d3f5"} <= moves(position)


def test_m5_a_tower_that_can_move_has_to() -> None:
    position = place("Ka4 nb5 ga6", "w k")
    assert moves(position) == {"a4a5"}
    with pytest.raises(IllegalMoveError, match="M5"):
        GAME.play(position, Move(24, 24))


def test_m6_a_blocked_tower_passes_and_the_square_under_it_binds_the_opponent() -> None:
    position = place("Ka4 na5 gb5", "w k")  # a4 is yellow
    assert moves(position) == {"pass"}
    assert names(GAME.movable_squares(position)) == ["a4"]
    after = play(position, "pass")
    assert required(after) == (Side.BLACK, "yellow")
    assert after.squares == position.squares


def test_m6_a_pass_is_no_real_move_so_the_last_mover_stays_the_same() -> None:
    position = place("Ka4 na5 gb5", "w k")
    assert play(position, "pass").last_mover is Side.BLACK is position.last_mover


def test_m6_a_sumo_that_can_push_is_not_blocked() -> None:
    assert moves(place("K+a4 na5 gb5", "w k")) == {"a4a5+"}


@pytest.mark.parametrize(("move", "row"), [("b7a8", "abcdefgh"), ("b7b8", "bacdefgh")])
def test_m7_white_wins_on_any_square_of_blacks_home_row(move: str, row: str) -> None:
    position = play(place("Kb7 ke5 bc5", "w k"), move)
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert str(outcome.reason) == f"White's pink tower reached Black's home row on {move[2:]} (M7)."
    assert names(outcome.squares) == [f"{file}8" for file in row]
    assert outcome.stuck == ()


def test_m7_black_wins_on_whites_home_row() -> None:
    position = play(place("yc2 Bd4 Ke4", "b y"), "c2b1")
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert outcome.winner is Side.BLACK
    assert str(outcome.reason) == "Black's yellow tower reached White's home row on b1 (M7)."


def test_m7_the_round_is_over_at_once() -> None:
    position = play(place("Kb7 ke5 bc5", "w k"), "b7b8")
    assert GAME.legal_moves(position) == ()
    assert GAME.movable_squares(position) == ()
    with pytest.raises(IllegalMoveError, match=r"round is over.*M7"):
        GAME.play(position, Move(60, 52))


def test_m8_the_last_real_mover_has_caused_the_deadlock_and_loses() -> None:
    position = play(GAME.parse_position(DEADLOCK_OF_TWO), "b1c2")
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert outcome.winner is Side.BLACK
    assert str(outcome.reason).endswith("White made the last move and loses the round (M8).")


def test_m8_a_deadlock_is_detected_at_once_and_nobody_has_to_pass() -> None:
    position = play(GAME.parse_position(DEADLOCK_OF_TWO), "b1c2")
    assert GAME.legal_moves(position) == ()
    assert GAME.movable_squares(position) == ()


def test_m8_the_round_goes_on_while_any_tower_on_the_chain_of_passes_can_move() -> None:
    position = GAME.parse_position("8/1n+++4y++1/7b++/8/3r1gk+Y+/1oP+++K+++O+pB+N/3G+4/R+7 w n")
    for _ in range(4):
        assert GAME.outcome(position) is None
        assert moves(position) == {"pass"}
        position = play(position, "pass")
    assert "pass" not in moves(position)


@pytest.mark.parametrize(
    ("text", "towers"),
    [
        ("ogrkpb2/8/8/yn6/KN6/8/2G5/2RYPBO1 b y", 2),
        ("8/8/8/1opgy3/nGYPr1kb/NKO1R1B1/8/8 b g", 4),
        ("8/8/nGp1y3/3kgrob/1PNKBYOR/8/8/8 b p", 0),
        ("8/8/nG2y3/2pkgrob/1PNKBYOR/8/8/8 w b", 6),
        ("8/2g1bnoy/2OrpPNk/G1BRK1Y1/8/8/8/8 b n", 8),
        ("8/8/koypb1g1/RPOGYrn1/K2NB3/8/8/8 b k", 10),
        ("8/8/8/gybnorkp/BRGPOKYN/8/8/8 w k", 14),
    ],
)
def test_m8_a_deadlock_may_involve_two_four_six_or_more_towers(text: str, towers: int) -> None:
    outcome = GAME.outcome(GAME.parse_position(text))
    assert len(outcome.stuck if outcome else ()) == towers


def test_m8_a_tower_before_the_cycle_is_blocked_but_not_stuck_in_it() -> None:
    outcome = GAME.outcome(GAME.parse_position("8/8/8/8/pbnry1k1/PBNoO2g/1RKG2Y1/8 b r"))
    assert outcome is not None
    assert names(outcome.squares) == ["d4"]  # red passes first, and gets the tooth
    assert names(outcome.stuck) == ["c4", "d2", "b4", "b2"]


def test_m8_it_is_lost_even_if_the_fatal_move_was_forced() -> None:
    position = GAME.parse_position(
        "8/8/8/8/n++b+++p++g++1o1r++/Y+++P++K++NB++Gk++y+++/R1O5/8 w y w"
    )
    assert moves(position) == {"a3a4+"}
    outcome = GAME.outcome(play(position, "a3a4+"))
    assert outcome is not None
    assert outcome.winner is Side.BLACK


def test_scoring_after_a_deadlock_the_tooth_is_for_the_tower_of_the_last_squares_colour() -> None:
    position = play(GAME.parse_position(DEADLOCK_OF_TWO), "b1c2")  # c2 is yellow
    outcome = GAME.outcome(position)
    assert outcome is not None
    (square,) = outcome.squares
    assert GAME.pieces(position)[square].name == "yellow"
    assert GAME.pieces(position)[square].side is Side.BLACK


def test_scoring_ruling_after_a_push_it_is_the_square_of_the_farthest_pushed_tower() -> None:
    position = GAME.parse_position(
        "8/8/8/8/n++b+++p++g++1o1r++/Y+++P++K++NB++Gk++y+++/R1O5/8 w y w"
    )
    position = play(position, "a3a4+")  # brown is pushed to a5, a pink square
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert names(outcome.squares) == ["g3"]
    assert GAME.pieces(position)[outcome.squares[0]].name == "pink"


def test_positions_and_moves_are_values() -> None:
    one, other = play(GAME.start(), "d8d4"), play(GAME.start(), "d8d4")
    assert one == other
    assert len({one, other, GAME.start()}) == 2
    with pytest.raises(AttributeError):
        one.turn = Side.BLACK  # type: ignore[misc]
    assert len({Move(1, 9), Move(1, 9), Move(1, 9, push=True)}) == 2


def test_a_position_needs_sixteen_towers_on_squares_of_their_own() -> None:
    with pytest.raises(ValueError, match="16 towers"):
        Position.of(bytes(15))
    with pytest.raises(ValueError, match="square of its own"):
        Position.of(bytes(16))
    with pytest.raises(ValueError, match="square of its own"):
        Position.of(bytes(range(49, 65)))
    with pytest.raises(ValueError, match="at most 3 teeth"):
        Position.of(GAME.start().squares, bytes([4] * 16))


def test_the_pieces_are_the_sixteen_towers_with_their_teeth() -> None:
    pieces = GAME.pieces(place("K++d4", "w k"))
    assert len(pieces) == 16
    piece = pieces[parse_square("d4", (8, 8))]
    assert (piece.side, piece.name, piece.teeth) == (Side.WHITE, "pink", 2)


def test_the_game_says_its_size_and_the_colour_of_its_squares() -> None:
    assert GAME.size == (8, 8)
    assert GAME.square_colour(parse_square("d8", (8, 8))) == "pink"


@pytest.mark.parametrize(
    ("towers", "words"),
    [
        ("Kd4", "pink tower"),
        ("K+d4", "pink sumo tower"),
        ("K++d4", "pink double sumo tower"),
        ("K+++d4", "pink triple sumo tower"),
    ],
)
def test_a_piece_in_words_is_its_colour_its_strength_and_its_kind(towers: str, words: str) -> None:
    piece = GAME.pieces(place(towers, "w k"))[parse_square("d4", (8, 8))]
    assert str(GAME.describe_piece(piece)) == words
