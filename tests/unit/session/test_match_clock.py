"""The clock of a whole match on the board."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.snapshot import SquareState
from host.recognition.times import CHECK_MS, DWELL_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import (
    STANDARD,
    after_a_round,
    fill,
)


def clocks(hand: SnapshotHand) -> dict[str, int]:
    """Milliseconds that both sides have left now."""
    clock = hand.view.clock
    assert clock is not None
    return {side.label: clock.left(side, hand.now_ms) for side in Side}


def test_the_clock_stands_until_the_first_move_and_then_runs_for_who_is_to_move() -> None:
    hand = SnapshotHand(game=STANDARD, clock="1+5")
    hand.wait(5000)
    assert clocks(hand) == {"White": 60_000, "Black": 60_000}
    hand.move("d8d4")
    assert clocks(hand)["Black"] == 65_000, "the first move costs no time and adds its seconds"
    made = clocks(hand)["White"]
    hand.wait(10_000)
    assert clocks(hand)["White"] == made - 10_000
    hand.move("a1b2")
    assert clocks(hand)["White"] > made - 10_000
    assert hand.session.plies[-1].times == (clocks(hand)["White"], 65_000)


def test_the_clock_stands_while_something_is_put_right_and_while_there_is_no_board() -> None:
    hand = SnapshotHand(game=STANDARD, clock="5+0")
    hand.move("d8d4")
    hand.lift("a1")
    hand.wait(100)
    hand.put("a5", Side.BLACK)
    hand.wait(1000)
    assert hand.view.correction is not None
    before = clocks(hand)
    hand.wait(20_000)
    assert clocks(hand) == before
    hand.show("a5", SquareState.EMPTY)
    hand.wait(1000)
    assert hand.view.correction is None
    assert clocks(hand)["White"] < before["White"]
    hand.session.board_lost()
    hand.notices += hand.session.tick(hand.now_ms)
    before = clocks(hand)
    hand.now_ms += 30_000
    assert clocks(hand) == before


def test_who_has_no_time_left_has_lost_the_match() -> None:
    hand = SnapshotHand(game=STANDARD, clock="0.1+0")
    hand.move("d8d4")
    hand.wait(7000)
    assert hand.view.phase is Phase.ENDED
    assert hand.view.outcome is not None
    assert hand.view.outcome.winner is Side.BLACK
    assert str(hand.view.outcome.reason) == "White's time is up: Black wins on time."
    assert hand.session.outcome == hand.view.outcome
    assert clocks(hand)["White"] == 0
    hand.move("a1a2")
    assert hand.texts == ["d8d4"], "too late"


def test_a_takeback_gives_the_time_back() -> None:
    hand = SnapshotHand(game=STANDARD, clock="1+5")
    hand.move("d8d4")
    after_first = hand.session.plies[-1].times
    hand.wait(3000)
    hand.move("a1b2")
    hand.lift("b2")
    hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(DWELL_MS)
    assert hand.texts == ["d8d4"]
    assert after_first is not None
    assert clocks(hand)["White"] == pytest.approx(after_first[0], abs=100)


def test_no_time_runs_between_two_rounds() -> None:
    hand = after_a_round(clock="1+0")
    before = clocks(hand)
    hand.wait(10_000)
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    hand.wait(CHECK_MS)
    assert hand.view.phase is Phase.PLAY
    assert clocks(hand) == before


def test_a_match_is_resumed_with_the_times_that_were_left() -> None:
    hand = SnapshotHand(game=STANDARD, clock="1+5")
    hand.move("d8d4")
    hand.wait(4000)
    again: Session = Session(MatchSettings(hand.game, control=hand.session.settings.control))
    again.restore(hand.session.plies, (41_000, 65_000))
    assert again.times == (41_000, 65_000)
