"""Puzzles through the whole stack: hand, field, firmware, link, recogniser, and the LEDs back."""

from __future__ import annotations

import pytest

from host.ai.analysis.puzzle import puzzles
from host.app.board_controller import BoardController
from host.engine.squares import square_name
from host.session.modes.puzzle import REPLY_MS, PuzzleMode
from simulator.testing.lockstep import Lockstep, link_to
from tests.support.lockstep import lit_squares
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

NUMBER = 1


class PuzzleRig(Lockstep[BoardController]):
    """A puzzle at a stepped simulator, its pieces set up.

    Attributes:
        lit: every square that has been lit since this was emptied last.
    """

    def __init__(self, board: SimulatedBoard) -> None:
        self.mode = PuzzleMode(puzzles(), NUMBER)
        link = link_to(board)
        super().__init__(board, link, BoardController(self.mode, link))
        self.lit: set[str] = set()
        self.set_up(self.mode.view().expectation.pieces, 8)
        board.ask("watch", what=["frames"])
        self.open()
        self.run(1500)

    def move(self, text: str, rest_ms: float = 1200) -> None:
        """Let the hand carry a piece."""
        self.board.ask("move", **{"from": text[:2], "to": text[2:4]})
        self.run_until_idle(rest_ms)

    def look(self, ms: float = 2000) -> set[str]:
        """The squares that are lit in some time."""
        self.board.events.clear()
        self.run(ms)
        lit: set[str] = set()
        for event in self.board.events:
            if event.get("event") == "frame":
                lit |= set(lit_squares(str(event["rgb"])))
        return lit


def test_a_wrong_move_is_refuted_on_the_leds_and_guided_back_and_the_right_one_celebrated() -> None:
    with SimulatedBoard("--seed", "4") as board:
        rig = PuzzleRig(board)
        try:
            mode, puzzle = rig.mode, rig.mode.puzzle
            view = mode.view()
            assert view.puzzle is not None
            assert view.puzzle.state == "open", view.prompt
            wrong, told = next(iter(puzzle.wrong.items()))
            rig.move(wrong)
            assert str(told.reason) in mode.view().prompt
            shown = rig.look()
            assert {told.reply[:2], told.reply[2:4]} <= shown, "the reply is shown"
            rig.run(REPLY_MS)
            assert mode.view().correction is not None, "it is taken back"
            assert wrong[:2] in rig.look()
            rig.move(wrong[2:4] + wrong[:2])
            assert mode.view().correction is None
            rig.move(puzzle.solution)
            state = mode.view().puzzle
            assert state is not None
            assert state.state == "solved"
            rank = "8" if " w " in puzzle.position else "1"
            assert {f"{file}{rank}" for file in "abcdefgh"} <= rig.look(4000), "swept"
        finally:
            rig.close()


def test_the_position_is_set_up_by_guidance() -> None:
    with SimulatedBoard("--seed", "5") as board:
        rig = PuzzleRig(board)
        try:
            pieces = dict(rig.mode.view().expectation.pieces)
            moved = next(iter(pieces))
            empty = next(square for square in range(24, 40) if square not in pieces)
            rig.mode.turn_to(2, rig.now_ms)
            rig.mode.turn_to(NUMBER, rig.now_ms)
            rig.move(f"{square_name(moved, 8)}{square_name(empty, 8)}", rest_ms=1500)
            assert rig.mode.view().correction is not None
            assert square_name(moved, 8) in rig.look()
            rig.move(f"{square_name(empty, 8)}{square_name(moved, 8)}", rest_ms=1500)
            assert rig.mode.view().correction is None
            state = rig.mode.view().puzzle
            assert state is not None
            assert state.state == "open"
        finally:
            rig.close()
