"""Answers given by hand to a question."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.dwell_timer import DwellTimer
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import PASSING_MS, TOUCH_MS
from host.session.player_actions.hand_negotiation import ANSWER_MS, Question
from host.session.view import Action, Offer
from tests.unit.session.player_actions.gesture_board import after, with_states

# Answering


class Asked:
    """A question to Black, whose pieces stand as they do after a first move."""

    def __init__(self) -> None:
        self.base = after("d8d4").expectation.snapshot
        self.question = Question(Offer(Action.DRAW, Side.WHITE, Side.BLACK))
        self._dwell = DwellTimer()
        self._seen: Snapshot | None = None
        self._now_ms = 0

    def show(self, ms: int, **states: SquareState) -> bool | None:
        """Let the board look so for a while; the first answer in that time."""
        seen = with_states(self.base, **states)
        if seen != self._seen:
            self._seen = seen
            self._dwell.begin(self._now_ms)
        end_ms = self._now_ms + ms
        while True:
            answer = self.question.answer(self.base, seen, self._dwell, self._now_ms)
            if answer is not None or self._now_ms == end_ms:
                return answer
            self._now_ms += 20


def test_a_piece_lifted_and_put_back_says_yes() -> None:
    asked = Asked()
    assert asked.show(500) is None
    assert asked.show(500, c8=SquareState.EMPTY) is None
    assert asked.show(TOUCH_MS) is True


def test_a_sensors_slip_is_no_answer() -> None:
    asked = Asked()
    asked.show(500)
    assert asked.show(TOUCH_MS - 20, c8=SquareState.EMPTY) is None
    assert asked.show(1000) is None


@pytest.mark.parametrize(
    "states",
    [
        {"b1": SquareState.EMPTY},
        {"c8": SquareState.EMPTY, "e8": SquareState.EMPTY},
        {"c8": SquareState.EMPTY, "c7": SquareState.BLACK},
        {"g5": SquareState.UNSURE},
    ],
    ids=["a piece of the one who asked", "two pieces", "a move", "not seen clearly"],
)
def test_anything_else_says_no(states: dict[str, SquareState]) -> None:
    asked = Asked()
    asked.show(500)
    assert asked.show(PASSING_MS - 20, **states) is None
    assert asked.show(20, **states) is False


def test_nothing_at_all_says_no_in_the_end() -> None:
    asked = Asked()
    assert asked.show(ANSWER_MS - 20) is None
    assert asked.show(20) is False


def test_a_piece_held_for_too_long_says_no() -> None:
    asked = Asked()
    asked.show(500)
    assert asked.show(ANSWER_MS, c8=SquareState.EMPTY) is False


def test_nothing_is_answered_before_the_board_stands() -> None:
    asked = Asked()
    assert (
        asked.show(2 * ANSWER_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, e5=SquareState.WHITE)
        is None
    )
    assert asked.show(500, b1=SquareState.EMPTY, c8=SquareState.EMPTY) is None
    assert asked.show(500, b1=SquareState.EMPTY) is None
    assert not asked.question.ready
    assert asked.show(500) is None
    assert asked.question.ready
