"""Permissions: every request in every role, in the situations that make a difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from host.ai.analysis.puzzle import puzzles
from host.ai.players.opponent import opponent_named
from host.engine.game import Side
from host.engine.registry import game_named
from host.recognition.snapshot import SquareState
from host.session.access.hand_permissions import Situation
from host.session.access.permissions import _RULES, may_ever, refusal
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.modes.puzzle import PuzzleMode
from host.session.phases.restart import NEW, SAME
from host.session.request_codec import TYPES, decode
from host.session.requests import Request, Resign
from host.session.session import Session
from host.session.view import View
from tests.support.request_samples import SAMPLES, check_samples
from tests.support.requests import handle
from tests.support.snapshots import SnapshotHand

ALL = set(TYPES)
HAND = {"lift", "put", "remove", "slide"}
"""Requests of the hand; a push of nothing is refused in any case."""
PLAYERS = {"takeback", "confirm", "answer", "pause", "resume", "review"}
PLAYERS |= {"say", "far_withdraw", "far_claim"}
"""Requests that a player may make in any turn, before any move and offer."""
ANYBODY = {"analyse", "describe", "share"}
ON_TURN = {"play", "redo", "choose", "hint", "arrange"}
FOR_WHITE = {"resign", "draw", "names"}
"""The samples name White."""


def view_at_start() -> View:
    return SnapshotHand().view


def view_after_black() -> View:
    hand = SnapshotHand()
    hand.move("d8d4")
    return hand.view


def view_with_whites_offer() -> View:
    hand = SnapshotHand(game="hasami")
    hand.move("a1a2")
    handle(hand.session, {"t": "draw", "side": "white"}, hand.now_ms)
    assert hand.view.offer is not None
    return hand.view


def view_against_computer() -> View:
    settings = MatchSettings(game_named("kamisado"), opponent=opponent_named("4", Side.WHITE, 1))
    return Session(settings).view()


def view_set_up_anew() -> View:
    """White is to move, and the board shows the first position again."""
    hand = SnapshotHand()
    first = hand.snapshot
    hand.move("d8d4")
    hand.snapshot = (SquareState.EMPTY,) * len(first)
    hand.wait(1000)
    hand.snapshot = first
    hand.wait(5000)
    assert {choice.text for choice in hand.view.choices} == {NEW, SAME}
    return hand.view


def view_of_puzzle() -> View:
    return PuzzleMode(puzzles()).view()


def allowed(role: Role, view: View) -> set[str]:
    """Names of the samples that a role may ask for."""
    found = set()
    for sample in SAMPLES:
        request = decode(sample)
        assert request is not None
        if refusal(role, request, lambda: Situation(view, 8)) is None:
            found.add(str(sample["t"]))
    return found


EXPECTED: Mapping[str, tuple[View, set[str], set[str]]] = {
    "Black begins": (
        view_at_start(),
        PLAYERS | FOR_WHITE,
        PLAYERS | ON_TURN | HAND,
    ),
    "Black has moved": (
        view_after_black(),
        (PLAYERS - {"takeback"}) | FOR_WHITE | ON_TURN | HAND,
        PLAYERS,
    ),
    "the computer plays White": (view_against_computer(), set(), PLAYERS | ON_TURN | HAND),
    "a puzzle is solved": (view_of_puzzle(), set(), set()),
    "it is asked which game a board is set up for": (view_set_up_anew(), set(), set()),
}


def test_the_samples_are_all_requests_that_there_are() -> None:
    check_samples()
    assert set(_RULES) == set(TYPES.values()), "each type of request has a rule"


@pytest.mark.parametrize("situation", EXPECTED)
def test_each_role_may_ask_for_these_requests_and_no_other(situation: str) -> None:
    view, white, black = EXPECTED[situation]
    assert allowed(Role.SPECTATOR, view) == ANYBODY
    assert allowed(Role.WHITE, view) == white | ANYBODY
    assert allowed(Role.BLACK, view) == black | ANYBODY
    assert allowed(Role.OWNER, view) == ALL


def test_the_side_that_is_asked_answers_an_offer() -> None:
    view = view_with_whites_offer()
    assert view.offer is not None
    assert "answer" not in allowed(Role.WHITE, view)
    assert "answer" in allowed(Role.BLACK, view)
    own = replace(view, offer=replace(view.offer, asked=Side.WHITE))
    assert "answer" in allowed(Role.WHITE, own)
    assert "answer" not in allowed(Role.BLACK, own)


def test_a_player_does_not_take_back_what_the_owner_has_adopted() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    adopted = {"t": "adopt", "position": "obp1yrgn/8/8/8/4k3/8/8/NGRYKPBO w o"}
    handle(hand.session, adopted, hand.now_ms)
    assert "takeback" not in allowed(Role.BLACK, hand.view) | allowed(Role.WHITE, hand.view)
    assert "takeback" in allowed(Role.OWNER, hand.view)


def test_a_page_is_told_which_requests_its_role_may_ever_make() -> None:
    def ever(role: Role) -> set[str]:
        return {name for name, kind in TYPES.items() if may_ever(role, kind)}

    assert ever(Role.SPECTATOR) == ANYBODY
    assert ever(Role.OWNER) == ALL
    players = PLAYERS | ON_TURN | HAND | FOR_WHITE | ANYBODY | {"push"}
    assert ever(Role.WHITE) == ever(Role.BLACK) == players


def test_a_refusal_says_why_and_what_to_do() -> None:
    def told(role: Role, request: Request) -> str:
        return str(refusal(role, request, lambda: Situation(view_at_start(), 8)))

    assert "You are watching" in told(Role.SPECTATOR, Resign(Side.WHITE))
    assert told(Role.WHITE, Resign(Side.BLACK)) == "You play White: resign for White only."
    hint = decode({"t": "hint"})
    assert hint is not None
    assert "It is not White's turn" in told(Role.WHITE, hint)
    new = decode({"t": "new"})
    assert new is not None
    assert "Only the owner of the board" in told(Role.BLACK, new)


def test_an_owner_and_a_spectator_are_judged_without_looking_at_the_game() -> None:
    def never() -> Situation:
        raise AssertionError("looked at the game")

    assert refusal(Role.OWNER, Resign(Side.WHITE), never) is None
    assert refusal(Role.SPECTATOR, Resign(Side.WHITE), never) is not None
