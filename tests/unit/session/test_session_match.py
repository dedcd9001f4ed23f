"""Whole matches on the board: the end of a round, the choice, the filling, and the next round."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.snapshot import STATE_OF_SIDE, SquareState
from host.recognition.times import DWELL_MS, REST_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase, Severity
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import (
    DEADLOCK,
    ONE_FROM_HOME,
    STANDARD,
    after_a_round,
    carries,
    carry,
    fill,
    here,
    standing,
)


def test_the_end_of_a_round_tells_the_tooth_and_asks_for_the_fill() -> None:
    hand = after_a_round()
    view = hand.view
    assert view.phase is Phase.ROUND_BREAK
    assert standing(hand) == (1, 1, 0)
    assert view.round_outcome is not None
    assert view.round_outcome.winner is Side.WHITE
    assert view.outcome is None, "the match goes on"
    assert view.reward is not None
    assert str(view.reward.words) == "Put a dragon tooth on White's green tower on e8: 1 point."
    assert str(view.reward.words) in [str(notice.text) for notice in hand.notices]
    assert "fill from the left (put a white piece on a1)" in view.prompt
    assert [choice.text for choice in view.choices] == ["fill left", "fill right"]
    assert view.turn is Side.WHITE, "F1: the winner chooses"
    assert hand.marked("choice") == {"a1", "h1"}
    assert hand.marked("reward") == {"e8"}
    assert hand.marked("round") == {f"{file}8" for file in "abcdefgh"}
    assert any(notice.level is Severity.GOOD for notice in hand.notices)


def test_a_square_that_wins_the_round_is_lit_as_winning() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game=STANDARD)
    hand.lift("f7")
    assert hand.marked("winning") == {"e8", "f8"}


def test_after_a_deadlock_the_tooth_goes_to_the_tower_of_the_rule() -> None:
    hand = SnapshotHand(DEADLOCK, game=STANDARD)
    hand.move("b1c2")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.turn is Side.BLACK, "White has made the last move and loses (M8)"
    assert standing(hand) == (1, 0, 1)
    assert hand.view.reward is not None
    assert hand.view.reward.piece.side is Side.BLACK
    assert hand.marked("choice") == {"h8", "a8"}, "Black's own left is the h file"


def test_lifting_the_winner_and_putting_it_back_confirms_its_tooth() -> None:
    hand = after_a_round()
    hand.lift("e8")
    hand.wait(1500)
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.put("e8", Side.WHITE)
    hand.wait(REST_MS + 40)
    assert hand.view.reward is None
    assert hand.marked("reward") == set()
    assert hand.view.prompt.startswith("White chooses: fill from the left")
    assert hand.texts == ["f7e8"], "nothing else has been told"


def test_the_tooth_may_be_confirmed_on_a_display() -> None:
    hand = after_a_round()
    hand.session.confirm()
    assert hand.view.reward is None
    assert hand.session.confirm()[0].text == "There is nothing to confirm."


def test_a_series_goes_on_as_soon_as_the_towers_are_collected() -> None:
    hand = after_a_round("kamisado-series")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.reward is None, "a series of single rounds has no teeth"
    assert hand.view.prompt == "Set up the pieces for the next round."
    hand.lift("e8")
    hand.wait(DWELL_MS + 100)
    assert hand.texts == ["f7e8"], "the winning move may still be taken back or replaced"
    hand.lift("h8")
    hand.wait(DWELL_MS + 100)
    assert hand.texts[-1] == "set up"
    assert hand.view.phase is Phase.SETUP
    assert standing(hand) == (2, 1, 0)


def test_a_match_that_is_won_lights_rings_and_a_full_start_begins_a_new_one() -> None:
    won = "1r1k2ng/4PG++b1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g standard 3 3:0 b"
    with pytest.raises(ValueError, match="was over before"):
        SnapshotHand(won, game=STANDARD)
    hand = SnapshotHand(won.replace("G++", "G+").replace("3 3:0", "2 1:0"), game=STANDARD)
    hand.move("f7e8")
    view = hand.view
    assert view.phase is Phase.ENDED
    assert view.outcome is not None
    assert view.round_outcome is not None
    how = str(view.round_outcome.reason)
    assert how.startswith("White's green tower reached")
    assert str(view.outcome.reason) == f"White wins the standard match 3:0. {how}"
    orders = {square_name(m.square, 8): m.order for m in view.marks if m.entry == "match"}
    assert orders["e8"] == 0
    assert orders["e1"] == 7
    assert view.choices == ()
    start = hand.game.pieces(hand.game.start())
    for square in [s for s, state in enumerate(hand.snapshot) if state is not SquareState.EMPTY]:
        hand.lift(square_name(square, 8))
        hand.wait(40)
    for square, piece in start.items():
        hand.put(square_name(square, 8), piece.side)
        hand.wait(60)
    hand.wait(DWELL_MS + REST_MS + 100)
    assert hand.session.game_number == 2
    assert hand.view.phase is Phase.PLAY
    assert standing(hand) == (1, 0, 0)
    assert hand.texts == []


def test_a_new_match_of_another_format_is_begun_by_wish() -> None:
    hand = SnapshotHand(game=STANDARD)
    from host.engine.registry import game_named

    hand.notices += hand.session.new_game(hand.now_ms, MatchSettings(game_named("kamisado-long")))
    assert hand.notices[-1].text.startswith("A new long match.") or any(
        notice.text == "A new long match." for notice in hand.notices
    )
    assert hand.view.standing is not None
    assert hand.view.standing.goal == 7
    assert hand.session.game.name == "kamisado-long"


def test_a_match_resumed_in_the_middle_of_a_fill_goes_on_with_it() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    for step in order[:5]:
        carry(hand, step)
    again: Session = Session(MatchSettings(hand.game), hand.game.parse_position(ONE_FROM_HOME))
    again.restore(hand.session.plies)
    hand.session = again
    hand.wait(100)
    assert hand.view.phase is Phase.SETUP
    for step in order[5:]:
        if step.origin != step.target:
            assert here(hand) == {square_name(step.target, 8)}, hand.view.prompt
        carry(hand, step)
    hand.wait(REST_MS)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == ["f7e8", "fill left"]


def test_the_teeth_stay_on_the_towers_in_the_next_round() -> None:
    hand = after_a_round()
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    teeth = {p.name: p.teeth for p in hand.view.expectation.pieces.values() if p.side is Side.WHITE}
    assert teeth == {name: int(name == "green") for name in teeth}
    assert STATE_OF_SIDE[Side.WHITE] in hand.snapshot
