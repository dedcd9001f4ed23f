"""Tracking of identities of pieces with sensors that see only sides."""

from __future__ import annotations

from collections.abc import Mapping

from host.engine.game import Piece, Side
from host.recognition.piece_tracker import PieceTracker
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of

GREEN, PINK, BLUE = (Piece(Side.WHITE, name) for name in ("green", "pink", "blue"))
BLACK = Piece(Side.BLACK, "green")
NOTHING: Mapping[int, Piece] = {}


def board(*squares: int, black: tuple[int, ...] = ()) -> Snapshot:
    """Ten squares with white and black pieces on them."""
    return snapshot_of({**dict.fromkeys(squares, GREEN), **dict.fromkeys(black, BLACK)}, squares=10)


def names(known: PieceTracker, square: int) -> set[str] | None:
    """The names that the piece on a square may have."""
    found = known.on[square].names
    return None if found is None else set(found)


def test_a_piece_that_alone_was_in_the_air_is_known_where_it_is_put() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK})
    known = known.seen(board(1), NOTHING).seen(board(1, 5), NOTHING)
    assert names(known, 5) == {"green"}
    assert known.on[5].moved
    assert not known.on[1].moved


def test_one_of_several_in_the_air_may_be_any_of_them_until_another_is_known() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK, 2: BLUE})
    known = known.seen(board(), NOTHING).seen(board(5), NOTHING)
    assert names(known, 5) == {"green", "pink", "blue"}
    known = known.seen(board(5, 6), {6: PINK})
    assert names(known, 6) == {"pink"}, "it is due there and may be it"
    assert names(known, 5) == {"green", "blue"}
    known = known.seen(board(5, 6, 7), {7: BLUE})
    assert names(known, 5) == {"green"}, "the last that is left"


def test_what_is_put_back_where_it_was_lifted_is_the_same_and_has_not_moved() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK})
    known = known.seen(board(), NOTHING).seen(board(0), NOTHING)
    assert names(known, 0) == {"green"}
    assert not known.on[0].moved
    known = known.seen(board(0, 5), NOTHING)
    assert names(known, 5) == {"pink"}


def test_a_piece_that_was_put_somewhere_and_is_lifted_and_put_back_there_has_moved() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK})
    known = known.seen(board(1), NOTHING).seen(board(1, 5), NOTHING)
    known = known.seen(board(1), NOTHING).seen(board(1, 5), NOTHING)
    assert names(known, 5) == {"green"}
    assert known.on[5].moved


def test_a_piece_from_the_box_may_be_any() -> None:
    known = PieceTracker.of({0: GREEN}).seen(board(0, 5), NOTHING)
    assert names(known, 5) is None
    assert known.on[5].may_be(BLUE)
    assert not known.on[5].may_be(BLACK)


def test_a_piece_in_the_air_of_the_other_side_is_not_put_here() -> None:
    known = PieceTracker.of({0: GREEN, 1: BLACK})
    known = known.seen(board(), NOTHING).seen(board(5), {5: BLACK})
    assert known.on[5].side is Side.WHITE
    assert names(known, 5) == {"green"}
    assert [piece.names for piece in known.lifted[Side.BLACK]] == [frozenset(["green"])]


def test_of_several_the_one_that_is_surely_the_one_due_is_put() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK, 2: BLUE})
    known = known.seen(board(2), NOTHING).seen(board(2, 5), NOTHING)
    assert names(known, 5) == {"green", "pink"}
    known = known.seen(board(5), NOTHING).seen(board(5, 6), {6: BLUE})
    assert names(known, 6) == {"blue"}
    assert {frozenset(p.names or ()) for p in known.lifted[Side.WHITE]} == {
        frozenset(["green", "pink"])
    }


def test_a_square_that_is_not_seen_clearly_counts_as_unchanged() -> None:
    known = PieceTracker.of({0: GREEN})
    unclear = (SquareState.UNSURE, SquareState.UNSURE, *board()[2:])
    assert known.seen(unclear, NOTHING) == known
    assert known.seen_again(unclear, NOTHING) == known


def test_a_board_that_is_as_it_was_is_known_as_it_was() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK})
    due = {1: GREEN}
    assert known.seen_again(board(0, 1), due) == known
    assert PieceTracker.of({0: GREEN}).seen_again(board(black=(0,)), NOTHING) != known


def test_after_a_while_unwatched_a_piece_is_the_one_that_stood_there_or_the_one_that_is_due() -> (
    None
):
    known = PieceTracker.of({0: GREEN, 1: PINK, 2: BLUE})
    known = known.seen_again(board(1, 2, 4, 5), {1: GREEN, 4: BLUE})
    assert names(known, 1) == {"pink", "green"}
    assert names(known, 4) == {"blue"}, "only the due one is known to come here"
    assert names(known, 5) is None
    assert known.lifted[Side.WHITE] == (), "nobody knows what is in the hands"


def test_a_piece_that_is_surely_elsewhere_is_not_where_it_is_due() -> None:
    known = PieceTracker.of({0: GREEN, 1: PINK, 2: BLUE})
    known = known.seen_again(board(1, 2), {1: BLUE})
    assert names(known, 2) == {"blue"}
    assert names(known, 1) == {"pink"}


def test_who_insists_on_a_piece_tells_what_stands_where_that_was_thought_to_be() -> None:
    # Pink and green have changed places while no snapshot came.
    due = {0: PINK, 1: GREEN}
    known = PieceTracker.of({0: GREEN, 1: PINK}).seen(board(0), due, [1]).seen(board(0, 1), due)
    assert (names(known, 0), names(known, 1)) == ({"pink"}, {"green"})


def test_a_piece_that_bounces_on_the_place_of_another_is_not_taken_for_that_one() -> None:
    due = {0: PINK, 1: GREEN}
    known = PieceTracker.of({5: GREEN, 1: PINK}).seen(board(1), due).seen(board(0, 1), due)
    assert names(known, 0) == {"green"}
    known = known.seen(board(1), due).seen(board(0, 1), due)
    assert (names(known, 0), names(known, 1)) == ({"green"}, {"pink"})


def test_a_piece_that_is_on_its_place_is_nowhere_else() -> None:
    # Whatever has led to two greens: who puts one on its place is believed.
    due = {0: GREEN, 1: PINK}
    both = PieceTracker.of({0: GREEN, 1: GREEN}).seen(board(1), due, [0]).seen(board(0, 1), due)
    assert names(both, 0) == {"green"}
    assert both.on[1].may_be(PINK)


def test_stones_are_never_mistaken_for_one_another() -> None:
    stones = {square: Piece(Side.WHITE) for square in (0, 1)}
    known = PieceTracker.of(stones).seen(board(), NOTHING).seen(board(5, 6), {5: stones[0]})
    assert all(known.on[square].may_be(Piece(Side.WHITE)) for square in (5, 6))
