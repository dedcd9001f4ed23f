"""Requests of displays, and those that are refused."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.termination import resignation
from host.guidance.marks import Help
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Action, Offer, Phase
from tests.support.requests import handle
from tests.support.snapshots import SnapshotHand

ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"


def test_a_new_game_without_a_name_is_the_same_again() -> None:
    hand = SnapshotHand(game="kamisado-long", clock="5+3")
    hand.move("d8d4")
    notices = handle(hand.session, {"t": "new"}, hand.now_ms)
    assert notices is not None
    assert notices[0].text == "A new long match."
    assert hand.session.game.name == "kamisado-long"
    assert str(hand.session.settings.control) == "5+3"
    assert hand.session.plies == ()


def test_a_new_game_may_be_of_another_format_with_another_clock() -> None:
    hand = SnapshotHand(game="kamisado-single")
    handle(hand.session, {"t": "new", "game": "kamisado-series-5", "clock": "0.5+2"}, hand.now_ms)
    assert hand.session.game.name == "kamisado-series-5"
    assert hand.session.times == (30_000, 30_000)
    handle(hand.session, {"t": "new", "game": "kamisado-standard", "clock": ""}, hand.now_ms)
    assert hand.session.times is None


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [
        ({"t": "new", "game": "chess", "clock": ""}, "'chess'"),
        ({"t": "new", "game": "kamisado-long", "clock": "fast"}, "'fast'"),
        ({"t": "choose", "text": "fill up"}, "'fill up'"),
    ],
)
def test_what_cannot_be_granted_is_quoted_and_changes_nothing(
    fields: dict[str, object], quoted: str
) -> None:
    hand = SnapshotHand(game="kamisado-single")
    hand.move("d8d4")
    before = hand.view
    with pytest.raises(ValueError, match=quoted):
        handle(hand.session, fields, hand.now_ms)
    assert hand.view == before


def test_proven_values_are_not_to_be_had_in_a_game_without_a_prover() -> None:
    session = Session(MatchSettings(game_named("hasami")), help_level=Help.PROVEN)
    assert session.help is Help.LEGAL
    with pytest.raises(ValueError, match="cannot be proven in hasami shogi"):
        handle(session, {"t": "help", "level": "proven"}, 0)
    for level in (Help.OFF, Help.REQUIRED, Help.LEGAL):
        assert handle(session, {"t": "help", "level": level.value}, 0) == []
        assert session.help is level
    hand = SnapshotHand(game="kamisado-single", help_level=Help.PROVEN)
    assert hand.session.help is Help.PROVEN
    handle(hand.session, {"t": "new", "game": "seega"}, hand.now_ms)
    assert hand.session.help is Help.LEGAL


@pytest.mark.parametrize(
    "fields",
    [
        {"t": "dance"},
        {"t": "new", "game": 5},
        {"t": "new", "clock": "5+3"},
        {"t": "new", "game": "hasami", "lots": "first"},
        {"t": "choose"},
        {"t": "choose", "text": None},
        {"t": "help", "level": "all"},
        {},
    ],
)
def test_what_is_no_wish_is_not_known(fields: dict[str, object]) -> None:
    hand = SnapshotHand(game="kamisado-single")
    before = hand.view
    assert handle(hand.session, fields, hand.now_ms) is None
    assert hand.view == before


def test_the_tooth_the_fill_and_the_takeback_are_wishes() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    assert hand.view.reward is not None
    handle(hand.session, {"t": "confirm"}, hand.now_ms)
    assert hand.view.reward is None
    handle(hand.session, {"t": "choose", "text": "fill right"}, hand.now_ms)
    assert hand.texts == ["f7e8", "fill right"]
    handle(hand.session, {"t": "takeback"}, hand.now_ms)
    assert hand.texts == ["f7e8"]
    assert hand.view.phase is Phase.ROUND_BREAK
    handle(hand.session, {"t": "help", "level": "off"}, hand.now_ms)
    assert hand.session.help is Help.OFF


# Beside the moves


def playing(game: str = "kamisado-series", touch_move: bool = False) -> SnapshotHand:
    """A board after the first move."""
    hand = SnapshotHand(game=game, touch_move=touch_move)
    hand.move("d8d4")
    return hand


def test_a_side_resigns_by_wish() -> None:
    hand = playing()
    handle(hand.session, {"t": "resign", "side": "black"}, hand.now_ms)
    assert hand.session.termination == resignation(Side.BLACK)


def test_a_draw_is_offered_and_answered_by_wish() -> None:
    hand = playing()
    handle(hand.session, {"t": "draw", "side": "white"}, hand.now_ms)
    assert hand.view.offer == Offer(Action.DRAW, Side.WHITE, Side.BLACK)
    handle(hand.session, {"t": "answer", "agree": False}, hand.now_ms)
    assert hand.view.offer is None
    handle(hand.session, {"t": "draw", "side": "black"}, hand.now_ms)
    handle(hand.session, {"t": "answer", "agree": True}, hand.now_ms)
    assert str(hand.session.termination) == "draw agreed"


def test_play_is_paused_and_goes_on_by_wish() -> None:
    hand = playing()
    handle(hand.session, {"t": "pause"}, hand.now_ms)
    assert hand.view.phase is Phase.PAUSED
    handle(hand.session, {"t": "resume"}, hand.now_ms)
    assert hand.view.phase is Phase.PLAY


def test_a_move_is_made_again_by_wish() -> None:
    hand = playing()
    handle(hand.session, {"t": "takeback"}, hand.now_ms)
    assert hand.texts == []
    handle(hand.session, {"t": "redo"}, hand.now_ms)
    assert hand.texts == ["d8d4"]


def test_whether_moves_stand_is_agreed_with_a_new_game() -> None:
    hand = playing()
    new = {"t": "new", "game": "kamisado-long", "clock": ""}
    handle(hand.session, new | {"touch_move": True}, hand.now_ms)
    assert hand.view.touch_move
    handle(hand.session, {"t": "new"}, hand.now_ms)
    assert hand.view.touch_move, "the same again"
    handle(hand.session, new, hand.now_ms)
    assert not hand.view.touch_move
    assert handle(hand.session, new | {"touch_move": "yes"}, hand.now_ms) is None
    assert handle(hand.session, new | {"touch": True}, hand.now_ms) is None


def test_a_takeback_that_is_not_allowed_says_why() -> None:
    hand = playing(touch_move=True)
    (notice,) = handle(hand.session, {"t": "takeback"}, hand.now_ms) or []
    assert notice.text == "Touch-move: moves cannot be taken back."
    assert hand.texts == ["d8d4"]
    assert not hand.view.can_take_back


def new_against(**fields: str) -> dict[str, object]:
    """The request for a new game against the computer."""
    return {"t": "new", "game": "kamisado-single", "clock": "", **fields}


def test_a_new_game_may_be_against_the_computer_and_then_hands_wait_for_its_move() -> None:
    hand = SnapshotHand(game="kamisado-single")
    handle(hand.session, new_against(opponent="4", plays="black"), hand.now_ms)
    opponent = hand.session.settings.opponent
    assert opponent is not None
    assert (str(opponent.label), opponent.side) == ("Level 4", Side.BLACK)
    hand.wait(1000)
    assert hand.view.thinking
    assert hand.view.prompt == "The computer is thinking."
    handle(hand.session, {"t": "announce", "move": "d8d4"}, hand.now_ms)
    assert not hand.view.thinking
    assert hand.view.prompt == "The computer moves: take Black's pink tower from d8 to d4."
    hand.move("d8d4")
    assert [ply.text for ply in hand.session.plies] == ["d8d4"]
    handle(hand.session, {"t": "new", "game": "kamisado-single", "clock": ""}, hand.now_ms)
    assert hand.session.settings.opponent is None


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [({"opponent": "11"}, "'11' is not a level"), ({"opponent": "4.5"}, "'4.5' is not a level")],
)
def test_a_level_that_there_is_not_is_quoted(fields: dict[str, str], quoted: str) -> None:
    hand = SnapshotHand(game="kamisado-single")
    with pytest.raises(ValueError, match=quoted):
        handle(hand.session, new_against(**fields), hand.now_ms)
    assert hand.session.settings.opponent is None


def test_a_bid_is_refused_where_the_computer_is_not_to_move() -> None:
    hand = SnapshotHand(game="kamisado-single")
    with pytest.raises(
        ValueError, match="'d8d4' cannot be announced: Both sides are played by people"
    ):
        handle(hand.session, {"t": "announce", "move": "d8d4"}, hand.now_ms)
    handle(hand.session, new_against(opponent="4"), hand.now_ms)
    hand.wait(1000)
    with pytest.raises(ValueError, match="not the computer's turn"):
        handle(hand.session, {"t": "announce", "move": "d8d4"}, hand.now_ms)
    hand.move("d8d4")
    with pytest.raises(ValueError, match="'d8d4'"):
        handle(hand.session, {"t": "announce", "move": "d8d4"}, hand.now_ms)
    assert hand.view.thinking


def test_the_even_level_takes_what_it_has_learned_into_the_next_game() -> None:
    hand = SnapshotHand(game="kamisado-single")
    handle(hand.session, new_against(opponent="even", plays="black"), hand.now_ms)
    assert hand.session.strength == 4.0
    hand.wait(1000)
    handle(hand.session, {"t": "announce", "move": "d8d4"}, hand.now_ms)
    hand.move("d8d4")
    handle(hand.session, {"t": "resign", "side": "black"}, hand.now_ms)
    assert hand.session.strength == 4.5
    handle(hand.session, new_against(opponent="even", plays="white"), hand.now_ms)
    assert hand.session.settings.opponent is not None
    assert hand.session.settings.opponent.strength == 4.5
