"""Pictures and the legal moves that explain them."""

from __future__ import annotations

import pytest

from host.engine.game import Piece, Side
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import LONG
from host.engine.kamisado.round import KamisadoRound
from host.engine.squares import parse_square
from host.engine.stones.lines import Move
from host.engine.stones.seega import Seega
from host.engine.stones.seega_position import Position
from host.recognition.discrepancy import discrepancies
from host.recognition.matching import (
    Finished,
    Settled,
    Unexplained,
    Unfinished,
    could_go_on,
    expect_from,
    explain,
)
from host.recognition.piece_tracker import PieceTracker
from host.recognition.sensing.cell_map import CellMap, fits
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of

GAME = KamisadoRound()
BEFORE_A_DEADLOCK = "2o3r1/8/5G2/k+O6/8/1p+1n++3b/1Y++KNg1yR++/P2B4 b p long 9 6:5 b"
EXPECTATION = expect_from(GAME, GAME.start())


def seen(**changes: SquareState) -> Snapshot:
    snapshot = list(EXPECTATION.snapshot)
    for name, state in changes.items():
        snapshot[parse_square(name, (8, 8))] = state
    return tuple(snapshot)


def test_the_position_itself_is_settled() -> None:
    assert explain(EXPECTATION, seen()) == Settled()


def test_a_lifted_tower_is_the_beginning_of_all_its_moves() -> None:
    verdict = explain(EXPECTATION, seen(d8=SquareState.EMPTY))
    assert isinstance(verdict, Unfinished)
    assert {candidate.origin for candidate in verdict.candidates} == {59}
    assert len(verdict.candidates) == 13


def test_a_placed_tower_is_a_finished_move() -> None:
    verdict = explain(EXPECTATION, seen(d8=SquareState.EMPTY, d4=SquareState.BLACK))
    assert isinstance(verdict, Finished)
    assert [GAME.move_text(EXPECTATION.position, o.move) for o in verdict.candidates] == ["d8d4"]


def test_the_other_side_on_a_legal_square_is_not_the_move() -> None:
    verdict = explain(EXPECTATION, seen(d8=SquareState.EMPTY, d4=SquareState.WHITE))
    assert verdict == Unexplained((27, 59))


def test_an_unsure_square_explains_nothing() -> None:
    verdict = explain(EXPECTATION, seen(d8=SquareState.EMPTY, d4=SquareState.UNSURE))
    assert isinstance(verdict, Unexplained)


def test_only_the_moves_that_are_asked_for_are_looked_at() -> None:
    move = GAME.parse_move(GAME.start(), "d8d4")
    expectation = expect_from(GAME, GAME.start(), (move,))
    assert expectation.candidates == tuple(
        candidate for candidate in EXPECTATION.candidates if candidate.move == move
    )
    assert explain(expectation, seen(c8=SquareState.EMPTY)) == Unexplained((58,))
    assert expect_from(GAME, GAME.start(), ()).candidates == ()


def test_a_tooth_that_a_move_brings_to_the_other_side_is_no_push() -> None:
    """Black's purple moves to a2, nobody can move any more: White's on a1 gets the tooth (M8)."""
    game = KamisadoMatch(LONG)
    before = game.parse_position(BEFORE_A_DEADLOCK)
    (candidate,) = expect_from(game, before, (game.parse_move(before, "b3a2"),)).candidates
    assert game.pieces(game.play(before, candidate.move))[0] != game.pieces(before)[0]
    assert candidate.pushed == ()


class TakingPuts(Seega):
    """Seega in which a stone that is put beside another takes it: so many stones as before."""

    def play_unchecked(self, position: Position, move: Move) -> Position:
        later = Seega.play_unchecked(self, position, move)
        if move.origin is None and move.target is not None and position.turn is Side.WHITE:
            return later._replace(black=later.black & ~(1 << move.target >> 1))
        return later


def test_a_piece_that_comes_onto_the_board_may_capture_one() -> None:
    game = TakingPuts()
    position = game.play_unchecked(game.play_unchecked(game.start(), Move(None, 5)), Move(None, 1))
    expectation = expect_from(game, position)
    captured = {candidate.target: candidate.captured for candidate in expectation.candidates}
    assert captured[2] == (1,)
    assert captured[3] == ()


def test_a_move_could_go_on_only_along_its_own_line() -> None:
    candidates = {GAME.move_text(EXPECTATION.position, o.move): o for o in EXPECTATION.candidates}
    assert could_go_on(EXPECTATION.candidates, candidates["d8d4"], 8)
    assert not could_go_on(EXPECTATION.candidates, candidates["d8d2"], 8), "d1 is taken"
    assert not could_go_on(EXPECTATION.candidates, candidates["d8a5"], 8), "the edge"
    assert could_go_on(EXPECTATION.candidates, candidates["d8b6"], 8)


def test_a_stray_piece_is_paired_with_the_nearest_home_of_its_side() -> None:
    expected = {0: Piece(Side.WHITE), 7: Piece(Side.WHITE), 8: Piece(Side.BLACK)}
    stray = {8: Piece(Side.BLACK), 5: Piece(Side.WHITE)}
    found = discrepancies(expected, snapshot_of(stray, 64), 8)
    assert [(p.found, p.home) for p in found] == [(5, 7), (None, 0)]


def test_one_too_many_where_the_other_side_misses_one_is_doubtful_until_it_is_put_again() -> None:
    expected = {0: Piece(Side.WHITE)}
    empty = snapshot_of({}, 64)
    seen = snapshot_of({0: Piece(Side.BLACK)}, 64)
    too_many = [(0, None, SquareState.BLACK), (None, 0, SquareState.EMPTY)]
    found = discrepancies(expected, seen, 8)
    assert [(p.found, p.home, p.state) for p in found] == [(0, None, SquareState.UNSURE), *too_many]
    put_again = PieceTracker.unknown(empty).seen(seen, {}).seen(empty, {}).seen(seen, {})
    found = discrepancies(expected, seen, 8, known=put_again)
    assert [(p.found, p.home, p.state) for p in found] == too_many


def test_a_game_that_is_too_big_does_not_fit() -> None:
    assert fits((8, 8), (9, 9))
    assert not fits((9, 9), (8, 8))
    with pytest.raises(ValueError, match="does not fit"):
        CellMap((9, 9), (8, 8))


def test_poles_become_sides_and_frames_spread_over_the_cells() -> None:
    cell_map = CellMap((2, 1), (3, 1))
    assert cell_map.snapshot("ns.") == (SquareState.WHITE, SquareState.BLACK)
    assert CellMap((2, 1), (3, 1), north=Side.BLACK).snapshot("ns?") == (
        SquareState.BLACK,
        SquareState.WHITE,
    )
    assert cell_map.spread(["1-", "2b"], "0-") == "1-2b0-"
    with pytest.raises(ValueError, match="2 cells"):
        cell_map.snapshot("..")
