"""The state machine of negotiation: what each step makes of each state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.termination import agreement, out_of_time, resignation
from host.recognition.history import History
from host.session.negotiation import Negotiation
from host.session.view import Action, Offer

GAME = game_named("hasami:limit=5")
GOES_ON = History(GAME, GAME.start())
WON = History(GAME, GAME.parse_position("9/9/4s4/9/9/9/9/9/SSSSSSSSS b 0"))
NOTHING = Negotiation()
RESIGNED = Negotiation(resignation(Side.WHITE))
PAUSED = Negotiation(paused=True)


def by_white(action: Action, after_end: bool = False) -> Offer:
    return Offer(action, Side.WHITE, Side.BLACK, after_end=after_end)


def waiting(action: Action, before: Negotiation = NOTHING, after_end: bool = False) -> Negotiation:
    return before.offered(by_white(action, after_end))


DRAW, PAUSE = waiting(Action.DRAW), waiting(Action.PAUSE)
DRAWN = Negotiation(agreement(GAME, GAME.start()))


def test_the_examples_are_of_a_game_that_goes_on_and_of_one_that_is_won() -> None:
    assert GOES_ON.outcome is None
    assert WON.outcome is not None


@pytest.mark.parametrize(
    ("before", "history", "after"),
    [
        (waiting(Action.RESIGN), GOES_ON, RESIGNED),
        (DRAW, GOES_ON, DRAWN),
        (DRAW, WON, NOTHING),
        (waiting(Action.DRAW, RESIGNED), GOES_ON, RESIGNED),
        (waiting(Action.DRAW, PAUSED), GOES_ON, DRAWN),
        (PAUSE, GOES_ON, PAUSED),
        (PAUSE, WON, NOTHING),
        (waiting(Action.PAUSE, RESIGNED), GOES_ON, RESIGNED),
        (waiting(Action.TAKEBACK), GOES_ON, NOTHING),
        (waiting(Action.TAKEBACK, PAUSED), GOES_ON, PAUSED),
        (waiting(Action.TAKEBACK, RESIGNED), GOES_ON, RESIGNED),
        (waiting(Action.TAKEBACK, RESIGNED, after_end=True), GOES_ON, NOTHING),
        (waiting(Action.NEW, RESIGNED), GOES_ON, NOTHING),
        (waiting(Action.ADOPT), GOES_ON, NOTHING),
    ],
)
def test_an_agreement_leads_to(before: Negotiation, history: History, after: Negotiation) -> None:
    assert before.agreed(history) == after


@pytest.mark.parametrize(
    ("before", "step", "after"),
    [
        (DRAW, lambda now: now.offered(by_white(Action.PAUSE)), DRAW),
        (DRAW, lambda now: now.moved(Side.BLACK), NOTHING),
        (DRAW, lambda now: now.moved(Side.WHITE), DRAW),
        (NOTHING, lambda now: now.moved(Side.BLACK), NOTHING),
        (DRAW, lambda now: now.withdrawn(Side.BLACK), DRAW),
        (NOTHING, lambda now: now.withdrawn(Side.WHITE), NOTHING),
        (waiting(Action.DRAW, PAUSED), lambda now: now.lapsed(), PAUSED),
        (DRAW, lambda now: now.ended(resignation(Side.WHITE), GOES_ON).lapsed(), RESIGNED),
        (PAUSED, lambda now: now.ended(resignation(Side.WHITE), GOES_ON), RESIGNED),
        (RESIGNED, lambda now: now.ended(out_of_time(Side.BLACK), GOES_ON), RESIGNED),
        (NOTHING, lambda now: now.ended(out_of_time(Side.BLACK), WON), NOTHING),
        (RESIGNED, lambda now: now.reopened(), NOTHING),
        (NOTHING, lambda now: now.interrupted(GOES_ON), PAUSED),
        (NOTHING, lambda now: now.interrupted(WON), NOTHING),
        (RESIGNED, lambda now: now.interrupted(GOES_ON), RESIGNED),
        (PAUSED, lambda now: now.resumed(), NOTHING),
    ],
)
def test_a_step_leads_to(
    before: Negotiation, step: Callable[[Negotiation], Negotiation], after: Negotiation
) -> None:
    assert step(before) == after


def test_an_offer_can_still_be_answered_once_the_game_has_ended() -> None:
    ended = DRAW.ended(resignation(Side.WHITE), GOES_ON)
    assert (ended.termination, ended.offer) == (RESIGNED.termination, DRAW.offer)


def test_an_offer_that_is_withdrawn_waits_for_its_refusal() -> None:
    offer = DRAW.withdrawn(Side.WHITE).offer
    assert offer is not None
    assert offer.withdrawn
