"""Names of the players of a match: who gives them, and which games they last for."""

from __future__ import annotations

import pytest

from host.ai.players.opponent import opponent_named
from host.engine.game import Side
from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.engine.registry import game_named
from host.session.access.hand_permissions import Situation
from host.session.access.permissions import refusal
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.request_codec import decode
from host.session.session import Session
from tests.support.requests import handle
from tests.support.snapshots import SnapshotHand

ANN_AND_BOB = PlayerNames("Ann", "Bob")


def named(opponent: str = "", side: Side = Side.WHITE) -> Session:
    """A session in which Ann and Bob play, or one of them against the computer on `side`."""
    computer = opponent_named(opponent, side, 1) if opponent else None
    session = Session(MatchSettings(game_named("kamisado-single"), opponent=computer))
    handle(session, {"t": "names", "white": " Ann ", "black": "Bob"}, 0)
    return session


def test_two_people_are_named_until_they_are_named_otherwise() -> None:
    session = named()
    assert session.view().names == ANN_AND_BOB
    handle(session, {"t": "names", "black": "Eve"}, 0)
    assert session.view().names == PlayerNames("", "Eve")


def test_the_computer_is_not_named() -> None:
    assert named("4").view().names == PlayerNames("", "Bob")
    assert named("4", Side.BLACK).view().names == PlayerNames("Ann", "")


def test_a_name_goes_along_when_sides_are_exchanged() -> None:
    session = named("4")
    handle(session, {"t": "new", "exchanged": True}, 0)
    assert session.view().names == PlayerNames("Bob", "")
    handle(session, {"t": "new", "game": "hasami", "opponent": "2", "plays": "white"}, 0)
    assert session.view().names == PlayerNames("", "Bob")


def test_two_people_keep_their_names_in_the_next_game() -> None:
    session = named()
    handle(session, {"t": "new"}, 0)
    assert session.view().names == ANN_AND_BOB
    handle(session, {"t": "new", "game": "hasami"}, 0)
    assert session.view().names == ANN_AND_BOB


def test_who_of_two_goes_on_alone_is_not_known() -> None:
    session = named()
    handle(session, {"t": "new", "game": "kamisado-single", "opponent": "2"}, 0)
    assert session.view().names == NO_NAMES
    session = named("4")
    handle(session, {"t": "new", "game": "kamisado-single"}, 0)
    assert session.view().names == NO_NAMES


def test_a_wrong_name_is_quoted_and_changes_nothing() -> None:
    session = named()
    for name in ("x" * 25, "\u202eboB"):
        with pytest.raises(ValueError, match=repr(name).replace("\\", r"\\")):
            handle(session, {"t": "names", "white": name}, 0)
    assert session.view().names == ANN_AND_BOB


@pytest.mark.parametrize(
    ("role", "black", "allowed"),
    [
        (Role.OWNER, "Eve", True),
        (Role.BLACK, "Eve", True),
        (Role.WHITE, "Eve", False),
        (Role.WHITE, "Bob", True),
        (Role.SPECTATOR, "Bob", False),
    ],
)
def test_guests_change_only_their_own_name(role: Role, black: str, allowed: bool) -> None:
    view = named().view()
    request = decode({"t": "names", "white": "Ann", "black": black})
    assert request is not None
    assert (refusal(role, request, lambda: Situation(view, 8)) is None) == allowed


def test_names_are_no_move_and_stay_when_the_board_is_seen() -> None:
    hand = SnapshotHand(game="kamisado-single")
    handle(hand.session, {"t": "names", "white": "Ann"}, hand.now_ms)
    hand.move("d8d4")
    assert hand.view.names == PlayerNames("Ann", "")
    assert len(hand.view.plies) == 1
