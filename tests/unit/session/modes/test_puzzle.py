"""Puzzles on the board, snapshot by snapshot."""

from __future__ import annotations

import pytest

from host.ai.analysis.puzzle import Puzzle, puzzles
from host.engine.squares import parse_square, square_name
from host.guidance.marks import Help
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.session.modes.puzzle import REPLY_MS, PuzzleMode, number_of
from host.session.view import Notice, Phase, Severity
from tests.support.requests import handle

STEP_MS = 20
PLAIN = 1
"""A puzzle of grade 1 without teeth on the tower that moves."""


class Hand:
    """Hand that moves pieces in snapshots, and lets time pass."""

    def __init__(self, number: int = PLAIN) -> None:
        self.mode = PuzzleMode(puzzles(), number)
        self.snapshot: Snapshot = snapshot_of(self.mode.view().expectation.pieces, 64)
        self.now_ms = 0
        self.notices: list[Notice] = []
        self.wait(1000)

    @property
    def puzzle(self) -> Puzzle:
        return self.mode.puzzle

    @property
    def wrong(self) -> str:
        """A wrong move that is answered by another tower's step."""
        return next(text for text, one in self.puzzle.wrong.items() if one.reply[4:] == "")

    def wait(self, ms: int) -> None:
        end = self.now_ms + ms
        while self.now_ms < end:
            self.notices += self.mode.see(self.snapshot, self.now_ms)
            self.now_ms = min(end, self.now_ms + STEP_MS)

    def carry(self, origin: str, target: str) -> None:
        at, to = (parse_square(text, (8, 8)) for text in (origin, target))
        cells = list(self.snapshot)
        state, cells[at] = cells[at], SquareState.EMPTY
        self.snapshot = tuple(cells)
        self.wait(200)
        cells[to] = state
        self.snapshot = tuple(cells)

    def move(self, text: str, rest_ms: int = 1200) -> None:
        self.carry(text[:2], text[2:4])
        self.wait(rest_ms)

    @property
    def state(self) -> str:
        told = self.mode.view().puzzle
        assert told is not None
        return told.state

    def marked(self, entry: str) -> dict[str, str]:
        return {
            square_name(m.square, 8): m.role for m in self.mode.view().marks if m.entry == entry
        }


def test_the_right_move_is_celebrated_and_its_reason_told() -> None:
    hand = Hand()
    assert hand.state == "open"
    assert "Only one move leads to a win: find it." in hand.mode.view().prompt
    hand.move(hand.puzzle.solution)
    assert hand.state == "solved"
    told = [notice for notice in hand.notices if notice.level is Severity.GOOD]
    assert len(told) == 1
    assert told[0].text.startswith("Solved: ")
    assert told[0].text.endswith(str(hand.puzzle.reason))
    rank = "8" if " w " in hand.puzzle.position else "1"
    assert set(hand.marked("round")) == {f"{file}{rank}" for file in "abcdefgh"}
    assert hand.mode.next_wake_ms is None


def test_a_wrong_move_is_refuted_and_then_guided_back() -> None:
    hand = Hand()
    wrong = hand.wrong
    reply = hand.puzzle.wrong[wrong].reply
    hand.move(wrong)
    assert hand.state == "wrong"
    assert hand.marked("execute") == {reply[:2]: "from", reply[2:4]: "to"}
    assert str(hand.puzzle.wrong[wrong].reason) in hand.mode.view().prompt
    assert str(hand.puzzle.wrong[wrong].reason) in hand.notices[-1].text
    hand.wait(REPLY_MS + 1000)
    assert hand.state == "open"
    assert hand.marked("execute") == {}
    assert hand.marked("putback") == {wrong[:2]: "home"}
    hand.carry(wrong[2:4], wrong[:2])
    hand.wait(1000)
    assert hand.mode.view().correction is None
    hand.move(hand.puzzle.solution)
    assert hand.state == "solved"


def test_a_wrong_move_is_carried_back_by_a_virtual_hand_and_nothing_is_offered() -> None:
    hand = Hand()
    hand.mode.set_virtual_hand(True)
    hand.mode.turn_to(PLAIN, hand.now_ms)
    hand.wait(1000)
    wrong = hand.wrong
    hand.move(wrong)
    assert hand.mode.view().choices == ()
    hand.wait(REPLY_MS)
    view = hand.mode.view()
    assert (hand.state, view.returning, view.correction) == ("open", True, None)
    assert view.choices == ()
    hand.carry(wrong[2:4], wrong[:2])
    hand.wait(1000)
    assert not hand.mode.view().returning
    hand.move(hand.puzzle.solution)
    assert hand.state == "solved"


def test_a_wrong_move_that_is_put_right_at_once_is_judged_anew() -> None:
    hand = Hand()
    hand.move(hand.wrong)
    hand.carry(hand.wrong[2:4], hand.wrong[:2])
    hand.wait(1500)
    assert hand.state == "open"
    assert hand.mode.view().correction is None
    hand.wait(REPLY_MS + 500)
    assert hand.mode.view().correction is None, "nothing is taken back any more"


def test_the_reply_that_is_carried_out_is_taken_back_as_well() -> None:
    hand = Hand()
    wrong = hand.wrong
    hand.move(wrong)
    hand.move(hand.puzzle.wrong[wrong].reply, rest_ms=REPLY_MS + 1500)
    assert hand.state == "open"
    assert hand.mode.view().plies == ()
    assert hand.mode.view().correction is not None


def test_the_board_is_guided_to_the_next_puzzle() -> None:
    hand = Hand()
    hand.mode.turn_to(2, hand.now_ms)
    hand.wait(1500)
    assert hand.mode.view().phase is Phase.SETUP
    assert hand.mode.view().arranged is not None
    hand.mode.forget_pieces()
    hand.snapshot = snapshot_of(hand.mode.view().expectation.pieces, 64)
    hand.wait(1500)
    assert hand.mode.view().phase is Phase.PLAY
    assert hand.mode.number == 2
    assert "Puzzle" not in hand.mode.view().prompt, "displays tell its number themselves"


def test_wishes_lead_from_puzzle_to_puzzle_and_none_tells_the_solution() -> None:
    hand = Hand()
    mode = hand.mode
    hand.move(hand.puzzle.solution)
    assert handle(mode, {"t": "puzzle"}, hand.now_ms)
    assert mode.number == 2
    assert handle(mode, {"t": "puzzle", "grade": 3}, hand.now_ms)
    assert mode.puzzle.grade == 3
    assert handle(mode, {"t": "puzzle", "number": 60}, hand.now_ms)
    assert handle(mode, {"t": "puzzle"}, hand.now_ms)
    assert mode.number == 2, "the first is solved"
    with pytest.raises(ValueError, match="puzzles 1 to 60, but no puzzle 61"):
        handle(mode, {"t": "puzzle", "number": 61}, hand.now_ms)
    with pytest.raises(ValueError, match="no puzzle of grade 9"):
        handle(mode, {"t": "puzzle", "grade": 9}, hand.now_ms)
    with pytest.raises(ValueError, match="finding the winning move is up to you"):
        handle(mode, {"t": "help", "level": "proven"}, hand.now_ms)
    assert mode.number == 2, "a request that is refused changes nothing"
    for fields in ("hint", "new", "pause"):
        with pytest.raises(ValueError, match="make the move that wins"):
            handle(mode, {"t": fields}, hand.now_ms)
    assert handle(mode, {"t": "help", "level": "required"}, hand.now_ms) == []
    assert mode.help is Help.REQUIRED


def test_the_next_of_a_grade_is_one_that_is_not_solved() -> None:
    known = puzzles()
    fifth = [number for number, puzzle in enumerate(known, 1) if puzzle.grade == 5]
    assert number_of(known, 5, 0, frozenset()) == fifth[0]
    assert number_of(known, 5, fifth[0], frozenset()) == fifth[1]
    assert number_of(known, 5, fifth[-1], {fifth[0]}) == fifth[1]
    assert number_of(known, 5, fifth[-1], set(fifth)) == fifth[0]
