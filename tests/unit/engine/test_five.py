"""Five: one test for each sentence of its rules."""

from __future__ import annotations

import re

import pytest

from host.engine.five import Five, Position
from host.engine.game import HasPath, InvalidMoveError, InvalidPositionError, Side
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from tests.unit.engine.stones.positions import board

GAME = Five()
FAR = "a5 c5 e5 g5 i6"
"""Five stones that stand in no line and in nobody's way."""


def position(white: str, black: str, turn: str = "w", quiet: int = 0, out: str = "wb") -> Position:
    """A position with stones on these squares, by default long after both have left home."""
    return GAME.parse_position(f"{board(GAME.size, white, black)} {turn} {quiet} {out}")


def texts(at: Position, origin: str = "") -> set[str]:
    """The legal moves, or those of one stone."""
    every = {GAME.move_text(at, move) for move in GAME.legal_moves(at)}
    return {text for text in every if text.startswith(origin)}


def after(at: Position, *moves: str) -> Position:
    """The position after some moves."""
    for text in moves:
        at = GAME.play(at, GAME.parse_move(at, text))
    return at


def jumps(at: Position, origin: str) -> set[str]:
    """Return the squares that a stone reaches by jumps alone."""
    square = parse_square(origin, GAME.size)
    slides = {
        f"{origin}{square_name(target, 9)}"
        for target in range(81)
        if str(GAME._explain_slide(at, square, target)).startswith("A stone moves onto an empty")
        and target not in GAME.pieces(at)
    }
    return {text.removeprefix(origin) for text in texts(at, origin) - slides}


def path(at: Position, text: str) -> list[str]:
    """Return the squares that the moved stone touches."""
    return [square_name(square, 9) for square in GAME.path(at, GAME.parse_move(at, text))]


def stones(at: Position, side: Side) -> set[str]:
    """Return the squares of a side's stones."""
    pieces = GAME.pieces(at).items()
    return {square_name(square, 9) for square, piece in pieces if piece.side is side}


def test_eighteen_stones_of_each_side_fill_its_two_home_rows() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "sssssssss/sssssssss/9/9/9/9/9/SSSSSSSSS/SSSSSSSSS w 0 -"
    sides = [piece.side for piece in GAME.pieces(start).values()]
    assert (sides.count(Side.WHITE), sides.count(Side.BLACK)) == (18, 18)


def test_light_begins() -> None:
    assert GAME.turn(GAME.start()) is Side.WHITE


def test_the_painted_square_does_not_matter_to_the_moves() -> None:
    assert GAME.square_colour(40) == "sand"
    assert {"b2b3", "b2b4", "b2b5", "b2b6", "b2b7"} == texts(GAME.start(), "b2")


def test_a_stone_slides_as_in_hasami_shogi() -> None:
    at = position("e5 a1", FAR.replace("e5", "e9"))
    assert {"e5d5", "e5f5", "e5e1", "e5e8"} <= texts(at, "e5")
    assert {"e5c5", "e5b5", "e5g5", "e5f6"}.isdisjoint(texts(at, "e5"))


def test_a_touching_own_stone_is_jumped_when_the_square_behind_it_is_empty() -> None:
    assert jumps(position("a1 a2", FAR), "a1") == {"a3"}
    assert jumps(position("a1 a2 a3", FAR), "a1") == set()
    assert jumps(position("a2 a1", FAR), "a2") == set()


def test_a_touching_enemy_stone_is_jumped_as_well() -> None:
    assert jumps(position("b5 h1 h2", FAR), "b5") == {"d5", "f5", "h5"}
    assert jumps(position("d4 d2", "d5 a9 c9 e9 g9"), "d4") == {"d6"}


def test_a_stone_that_does_not_touch_is_not_jumped() -> None:
    assert jumps(position("d3 a1", "d5 a9 c9 e9 g9"), "d3") == set()


def test_jumps_go_forward_back_and_sideways_only() -> None:
    at = position("e5 d4 e4 f4 d5 f5 d6 e6 f6", "a9 c9 e9 g9 i9")
    assert jumps(at, "e5") == {"c5", "g5", "e3", "e7"}


def test_jumps_are_chained_and_turn() -> None:
    at = position("a1 a2 b3 c2", "a9 c9 e9 g9 i9")
    # a1 over a2 to a3, over b3 to c3, over c2 to c1.
    assert jumps(at, "a1") == {"a3", "c3"}
    assert "a1c1" in texts(at)
    assert path(at, "a1c1") == ["a1", "c1"]
    walled = position("a1 a2 b3 c2 b1", "d1 e1 c9 g9 i9")
    assert jumps(walled, "a1") == {"a3", "c3", "c1"}
    assert path(walled, "a1c3") == ["a1", "a3", "c3"]


def test_a_chain_may_stop_after_any_jump() -> None:
    at = position("a1 a2 a4 a6", "b9 d9 f9 h9 i1")
    assert jumps(at, "a1") == {"a3", "a5", "a7"}
    assert path(at, "a1a7") == ["a1", "a3", "a5", "a7"]


def test_a_chain_never_ends_where_it_began() -> None:
    at = position("a1 a2 b3 c2 b1", "a9 c9 e9 g9 i9")
    # a1 over a2, b3, c2 and b1 would be back on a1.
    assert jumps(at, "a1") == {"a3", "c3", "c1"}
    with pytest.raises(InvalidMoveError, match="'a1a1' is not legal here: A stone never ends wh"):
        GAME.parse_move(at, "a1a1")


def test_a_chain_may_come_by_the_square_where_it_began() -> None:
    # From c3 to c5, e5, e3 and c3, and on over b3; or at once over b3, which is the shorter way.
    at = position("c3 c4 d5 e4 d3 b3", "a9 c9 g9 i9 i1")
    assert jumps(at, "c3") == {"c5", "e5", "e3", "a3"}
    assert path(at, "c3a3") == ["c3", "a3"]


def test_jumped_stones_stay_on_the_board() -> None:
    at = position("d4 d2 a1", "d5 a9 c9 e9 g9")
    assert stones(after(at, "d4d6"), Side.BLACK) == {"d5", "a9", "c9", "e9", "g9"}


def test_a_move_has_the_shortest_of_its_ways() -> None:
    at = position("c3 c4 d5 e4 d3 b3", "a9 c9 g9 i9 i1")
    assert path(at, "c3e5") == ["c3", "c5", "e5"]  # forward before right
    assert path(at, "c3e3") == ["c3", "e3"]


def test_an_enemy_stone_between_two_stones_is_taken() -> None:
    at = position("c5 e1 a1", "d5 a9 c9 e9 g9")
    assert stones(after(at, "e1e5"), Side.BLACK) == {"a9", "c9", "e9", "g9"}


def test_a_jump_takes_what_it_catches_where_it_ends() -> None:
    # e3 over e4 to e5: d5 stands between c5 and e5.
    at = position("c5 e3 e4", "d5 a9 c9 e9 g9")
    assert "d5" not in stones(after(at, "e3e5"), Side.BLACK)


def test_nothing_is_taken_on_the_way_of_a_chain() -> None:
    # e3 over e4 to e5, where d5 would be caught, and on over e6 to e7.
    at = position("c5 e3 e4 e6", "d5 a9 c9 f9 h9")
    assert {"e3e5", "e3e7"} <= texts(at)
    assert "d5" in stones(after(at, "e3e7"), Side.BLACK)


def test_a_jumped_stone_is_not_caught_between_where_the_jump_began_and_where_it_ends() -> None:
    at = position("d4 d2 a1", "d5 a9 c9 e9 g9")
    assert "d5" in stones(after(at, "d4d6"), Side.BLACK)


def test_a_stone_in_a_corner_is_taken_between_the_two_squares_beside_it() -> None:
    at = position("a2 b5 e1", "a1 c9 e9 g9 i9")
    assert "a1" not in stones(after(at, "b5b1"), Side.BLACK)


def test_a_stone_that_moves_between_two_enemy_stones_is_safe() -> None:
    at = position("c5 e5 a1", "d9 a9 c9 e9 g9", "b")
    assert "d5" in stones(after(at, "d9d5"), Side.BLACK)


def test_a_stone_that_jumps_into_a_corner_between_two_enemy_stones_is_safe() -> None:
    at = position("a2 b1 e5", "c1 a9 c9 e9 g9", "b")
    assert "a1" in stones(after(at, "c1a1"), Side.BLACK)


@pytest.mark.parametrize(
    ("white", "move", "line"),
    [
        ("a4 b4 c4 d4 e8", "e8e4", "a4 b4 c4 d4 e4"),
        ("d3 d4 d5 d6 a7", "a7d7", "d3 d4 d5 d6 d7"),
        ("c3 d4 e5 f6 g1", "g1g7", "c3 d4 e5 f6 g7"),
        ("g3 f4 e5 d6 c9", "c9c7", "g3 f4 e5 d6 c7"),
        ("e5 f5 h5 i5 g1", "g1g5", "e5 f5 g5 h5 i5"),
        ("a4 b4 c4 e4 f4 d9", "d9d4", "a4 b4 c4 d4 e4 f4"),
    ],
)
def test_five_stones_in_an_unbroken_line_win(white: str, move: str, line: str) -> None:
    at = position(white, "a9 b8 h8 i9 i1", quiet=99)
    assert GAME.outcome(at) is None
    at = after(at, move)
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert [square_name(square, 9) for square in outcome.squares] == line.split()
    first, last = line.split()[0], line.split()[-1]
    assert str(outcome.reason) == f"White has five in a line from {first} to {last}."
    assert not GAME.legal_moves(at)


@pytest.mark.parametrize(
    "white",
    ["a4 b4 c4 d4 f4", "h3 i3 a4 b4 c4", "h3 i4 a6 b7 c8", "b3 a4 i4 h5 g6", "a3 a4 a5 a6 b7"],
)
def test_a_line_with_a_gap_or_around_the_edge_is_none(white: str) -> None:
    assert GAME.outcome(position(white, "a9 c9 e9 g9 i9", "b")) is None


@pytest.mark.parametrize(
    ("side", "line", "home"),
    [
        ("w", "d1 d2 d3 d4 d5", "a1"),
        ("w", "d2 d3 d4 d5 d6", "a2"),
        ("w", "a2 b2 c2 d2 e2", "a1"),
        ("b", "d9 d8 d7 d6 d5", "a9"),
        ("b", "d8 d7 d6 d5 d4", "a8"),
    ],
)
def test_squares_in_the_two_home_rows_do_not_count_until_all_have_left(
    side: str, line: str, home: str
) -> None:
    others = "f1 h1 g3 i3 i5" if side == "b" else "f9 h9 g7 i7 i5"
    white, black = (line, others) if side == "w" else (others, line)
    turn = "b" if side == "w" else "w"
    # A line that reaches into the rows is worth nothing before they were empty, though
    # the same stones win afterwards.
    assert GAME.outcome(position(white, black, turn, out=turn)) is None
    outcome = GAME.outcome(position(white, black, turn, out="wb"))
    assert outcome is not None
    assert outcome.winner is Side(side)


def test_the_home_rows_of_the_opponent_always_count() -> None:
    at = position("a9 b9 c9 d9 e8 a1", "a5 c5 e5 g5 h5", out="b")
    outcome = GAME.outcome(after(at, "e8e9"))
    assert outcome is not None
    assert outcome.winner is Side.WHITE


def test_five_in_a_line_outside_the_home_rows_win_while_others_are_at_home() -> None:
    at = position("a1 b1 a4 b4 c4 d4 e8", "a9 b8 h8 i9 i1", out="b")
    outcome = GAME.outcome(after(at, "e8e4"))
    assert outcome is not None
    assert outcome.winner is Side.WHITE


def test_the_stones_have_left_their_rows_when_the_last_one_moves_out() -> None:
    at = position("d2 d3 d4 d5 d6 a1", "a9 c9 e9 g9 i9", out="-")
    at = after(at, "d2e2", "a9a8")
    assert GAME.position_text(at).endswith(" w 2 -")
    at = after(at, "e2e3", "a8a9", "a1a3")
    assert GAME.position_text(at).endswith(" b 5 w")
    # Later, a stone back at home counts.
    outcome = GAME.outcome(after(at, "a9a8", "e3e2", "a8a9", "e2d2"))
    assert outcome is not None
    assert str(outcome.reason) == "White has five in a line from d2 to d6."


def test_the_stones_have_left_their_rows_when_the_last_one_there_is_taken() -> None:
    at = position("b1 d3 e5 f6 g7 h3", "a1 c9 e9 g9 i9 c5", "b", out="b")
    at = after(at, "c5c1")
    assert "b1" not in stones(at, Side.WHITE)
    assert GAME.position_text(at).endswith(" w 0 wb")


def test_the_dark_stones_have_left_their_rows_when_the_last_one_moves_out() -> None:
    at = position(FAR, "a9 c7 e7 g7 i7", "b", out="w")
    assert GAME.position_text(after(at, "a9a8")).endswith(" w 1 w")
    assert GAME.position_text(after(at, "a9a7")).endswith(" w 1 wb")


def test_the_dark_stones_have_left_their_rows_when_the_last_one_there_is_taken() -> None:
    at = position("a5 c7 e9 g5 i6", "d9 c6 e6 g6 i7 i5", out="w")
    at = after(at, "c7c9")
    assert "d9" not in stones(at, Side.BLACK)
    assert GAME.position_text(at).endswith(" b 0 wb")


def test_a_line_counts_for_its_owner_whoever_moved_last() -> None:
    # No move completes a line of the other side, but a position may be set up like this.
    at = position("a4 b4 c4 d4 e4", "a9 c9 e9 g9 i9", "w")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is Side.WHITE


@pytest.mark.parametrize(("turn", "winner"), [("w", Side.BLACK), ("b", Side.WHITE)])
def test_the_mover_wins_if_both_have_a_line(turn: str, winner: Side) -> None:
    outcome = GAME.outcome(position("a4 b4 c4 d4 e4", "a6 b6 c6 d6 e6", turn))
    assert outcome is not None
    assert outcome.winner is winner


def test_a_side_with_fewer_than_five_stones_plays_on_and_cannot_win() -> None:
    at = position("a4 b4 c4 d4", "a9 c9 e9 g9 i9", "b")
    assert GAME.outcome(at) is None


def test_when_both_sides_have_fewer_than_five_the_game_is_drawn() -> None:
    at = position("c5 e1 a1 a2", "d5 a9 c9 e9 g9")
    assert GAME.outcome(at) is None
    at = after(at, "e1e5")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert (outcome.winner, str(outcome.reason)) == (
        None,
        "Drawn: neither side has five stones left.",
    )
    assert not GAME.legal_moves(at)


def test_without_a_capture_the_game_is_drawn_after_fifty_moves_of_each_side() -> None:
    at = position("a1 c1 e1 g1 i1 i3", "a9 c9 e9 g9 i9", "b", quiet=99)
    assert GAME.outcome(at) is None
    outcome = GAME.outcome(after(at, "a9a8"))
    assert outcome is not None
    assert outcome.winner is None
    assert str(outcome.reason) == "Nothing has been taken in 50 moves of each side: drawn."
    assert Five(limit=3).limit == 3


def test_players_may_agree_to_a_draw_whoever_has_more() -> None:
    assert GAME.allows_agreement
    assert GAME.agreed_outcome(position("a1 b1 c1 d1 e1 f5", "a9 c9 e9 g9 i9")).winner is None


def test_a_side_that_cannot_move_loses_the_turn() -> None:
    at = position("a1", "a2 b1 a3 c1 i9", quiet=3)
    assert texts(at) == {"pass"}
    at = after(at, "pass")
    assert GAME.turn(at) is Side.BLACK
    assert GAME.position_text(at).endswith(" b 4 wb")


def test_a_side_without_stones_has_lost() -> None:
    at = position("", "a2 b1 a3 c1 i9")
    assert texts(at) == set()
    assert not GAME.movable_squares(at)
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert (outcome.winner, str(outcome.reason)) == (
        Side.BLACK,
        "White is left with no stone: Black wins.",
    )


def test_the_last_stone_is_taken_and_the_game_over_though_both_sides_have_few() -> None:
    at = position("d5 f5 a1", "e6", turn="w")
    assert GAME.outcome(at) is not None, "drawn: both sides have fewer than five"
    at = position("d5 f6 a1 c1 e1", "e5", turn="w")
    over = after(at, "f6f5")
    assert str(getattr(GAME.outcome(over), "reason", "")) == (
        "Black is left with no stone: White wins."
    )


@pytest.mark.parametrize("text", ["9/9/9/9/9/9/9/9/S8 w 0 wb", "9/9/9/9/9/9/9/9/S8 b 1 wb"])
def test_a_side_without_stones_must_just_have_lost_them(text: str) -> None:
    with pytest.raises(InvalidPositionError, match="Black has just lost its stones"):
        GAME.parse_position(text)
    with pytest.raises(InvalidPositionError, match="there are no stones"):
        GAME.parse_position("9/9/9/9/9/9/9/9/9 w 0 wb")


def test_far_jumps_go_over_a_stone_that_is_slid_up_to() -> None:
    far = game_named("five:jump=far")
    at = far.parse_position("s1s1s1s1s/9/9/9/3s5/9/3S5/9/S8 w 0 wb")
    moves = {far.move_text(at, move) for move in far.legal_moves(at)}
    assert {"d3d6", "d3d4"} <= moves
    near = game_named("five")
    assert "d3d6" not in {near.move_text(at, move) for move in near.legal_moves(at)}
    move = far.parse_move(at, "d3d6")
    assert isinstance(far, HasPath)
    assert [square_name(square, 9) for square in far.path(at, move)] == ["d3", "d6"]


def test_far_jumps_are_chained_and_turn() -> None:
    far = game_named("five:jump=far")
    at = far.parse_position("s1s1s1s1s/9/9/9/9/4s4/9/9/S2s5 w 0 wb")
    # Over d1 to e1, and from there over e4 to e5.
    assert {"a1e1", "a1e5"} <= {far.move_text(at, move) for move in far.legal_moves(at)}
    assert isinstance(far, HasPath)
    way = far.path(at, far.parse_move(at, "a1e5"))
    assert [square_name(square, 9) for square in way] == ["a1", "e1", "e5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1a3", "A stone never passes over another, and a2 is taken; no jumps lead there"),
        ("b2c3", "A stone moves forward, back or sideways only, not from b2 to c3; no jumps lead"),
        ("a9a7", "It is White's turn"),
        ("e5e6", "there is no stone on e5"),
        ("pass", "a side that can move must move"),
        ("b5", "All stones are on the board from the beginning"),
    ],
)
def test_every_refusal_says_why(text: str, message: str) -> None:
    at = position("a1 a2 a3 b2 f5", "a9 c9 e9 g9 i9")
    with pytest.raises(InvalidMoveError, match=re.escape(f"{text!r} is not legal here: {message}")):
        GAME.parse_move(at, text)


def test_a_chain_in_words_names_where_it_touches_the_board() -> None:
    at = position("a1 a2 a4 a6 c5", "b5 b9 d9 f9 h9")
    assert str(GAME.describe_move(at, GAME.parse_move(at, "a1a5"))) == "a1 by a3 to a5, taking b5"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("w 0", "write the ranks, the side to move, the plies without a capture and the sides"),
        ("w 101 wb", "a number from 0 to 100, not '101'"),
        ("w 0 bw", "must be 'w', 'b', 'wb' or '-', not 'bw'"),
        ("w 0 b", "no stone of White stands on its home rows, so they have all left them"),
    ],
)
def test_text_that_is_no_position_is_quoted_and_refused(fields: str, message: str) -> None:
    text = f"{board(GAME.size, 'a5 b5', 'a9 b9')} {fields}"
    with pytest.raises(InvalidPositionError, match=re.escape(message)) as refusal:
        GAME.parse_position(text)
    assert str(refusal.value).startswith(f"no position of five is written {text!r}: ")
