"""Matches that are saved and resumed: their result, settings and clock are as they were."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.recognition.history import StoredPly
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Action, Phase
from host.storage.autosave import Autosave
from host.storage.database import SaveFileError
from host.storage.saved_session import saved_session
from host.storage.store import Store
from tests.support.snapshots import SETTLE_MS, SnapshotHand
from tests.unit.storage.matches import clocked_hand, kept

_STANDARD = game_named("kamisado-standard")
GAME_START = _STANDARD.position_text(_STANDARD.start())


def test_a_stored_match_is_resumed_and_the_board_guided_to_it(store: Store) -> None:
    hand = clocked_hand("10+5")
    autosave = Autosave(hand.session, store)
    for text in ("d8d4", "a1c3", "h8h5"):
        hand.move(text)
        autosave(0)
    saved = store.latest_unfinished()
    again = SnapshotHand()
    again.session = Session(MatchSettings(again.game, control=parse_control(saved.control)))
    again.session.restore(saved.plies, saved.times)
    assert all("candidate" in vars(ply) for ply in again.session.plies), (
        "worked out in the thread that restores it, not for the first display"
    )
    again.wait(100)
    assert again.texts == ["d8d4", "a1c3", "h8h5"]
    assert again.session.times == saved.times, "no time runs while the board is set up"
    assert again.view.phase is Phase.SETUP
    again.snapshot = hand.snapshot
    again.wait(SETTLE_MS)
    assert again.view.phase is Phase.PAUSED, "the clock waits until both are there"
    again.wait(60_000)
    assert again.session.times == saved.times
    again.session.resume(again.now_ms)
    assert again.marked("required") == hand.marked("required")
    again.move("d1g4")
    goes_on = Autosave(again.session, store, saved.id)
    goes_on(0)
    (resumed,) = store.matches()
    assert resumed.id == saved.id
    assert resumed.plies[:3] == saved.plies
    assert resumed.plies[3].text == "d1g4"


@pytest.mark.parametrize("resigned", [Side.WHITE, Side.BLACK, None])
def test_what_players_have_settled_is_kept_and_goes_on_as_it_was(
    store: Store, resigned: Side | None
) -> None:
    hand = SnapshotHand(game="kamisado-series")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    if resigned is None:
        hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
        hand.session.answer(True, hand.now_ms)
    else:
        hand.session.act(Action.RESIGN, resigned, hand.now_ms)
    autosave(0)
    assert autosave.match is not None
    saved = store.load(autosave.match)
    assert hand.session.outcome is not None
    assert saved.outcome == hand.session.outcome.reason
    again = saved_session(saved, Help.LEGAL)
    assert again.outcome == hand.session.outcome
    assert again.termination == hand.session.termination
    with pytest.raises(SaveFileError, match="no unfinished match"):
        store.latest_unfinished()


def test_a_resignation_taken_back_is_taken_out_of_the_store(store: Store) -> None:
    hand = SnapshotHand(game="kamisado-standard")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    autosave(0)
    hand.session.take_back(hand.now_ms)
    autosave(0)
    saved = store.latest_unfinished()
    assert (saved.outcome, saved.termination) == (None, None)
    assert saved_session(saved, Help.LEGAL).outcome is None


@pytest.mark.parametrize("serious", [False, True])
def test_a_serious_game_is_gone_on_with_as_one(store: Store, serious: bool) -> None:
    hand = SnapshotHand(game="kamisado-standard", serious=serious)
    hand.move("d8d4")
    Autosave(hand.session, store)(0)
    assert saved_session(store.latest_unfinished(), Help.PROVEN).settings.serious is serious


@pytest.mark.parametrize("touch_move", [False, True])
def test_whether_moves_stand_is_kept_with_the_match(store: Store, touch_move: bool) -> None:
    hand = SnapshotHand(game="kamisado-standard", touch_move=touch_move)
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    assert store.latest_unfinished().touch_move is touch_move
    assert saved_session(store.latest_unfinished(), Help.LEGAL).settings.touch_move is touch_move


def test_an_end_that_is_not_known_is_told_with_the_match(store: Store) -> None:
    number = store.create_match("kamisado-standard", GAME_START)
    store.save(number, [StoredPly("d8d4")], "?", None, "green resigns")
    with pytest.raises(SaveFileError, match="match 1 cannot be resumed: 'green resigns'"):
        saved_session(store.load(number), Help.LEGAL)


@pytest.mark.parametrize(
    ("game", "start", "moves"),
    [
        ("hasami:limit=30", "s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", ["a1a5", "h9h4", "a5a4"]),
        ("seega:limit=7", "sss2/4S/4s/S2S1/1sS2 w 0 0 -", ["a2a1", "done", "c5d5"]),
        ("seega", None, ["a1", "e5", "b2"]),
    ],
)
def test_a_game_of_stones_is_kept_with_its_settings_and_gone_on_with(
    store: Store, game: str, start: str | None, moves: list[str]
) -> None:
    hand = SnapshotHand(start, game=game)
    autosave = Autosave(hand.session, store)
    for text in moves:
        redone = hand.session.game.parse_move(hand.session.position, text)
        candidate = next(o for o in hand.view.expectation.candidates if o.move == redone)
        hand.snapshot = candidate.after
        if not candidate.touched:
            hand.session.choose(text, hand.now_ms)
        hand.wait(1000)
        autosave(0)
    assert kept(store) == moves
    again = saved_session(store.latest_unfinished(), Help.LEGAL)
    assert again.game.name == game
    assert again.position == hand.session.position
    again.see(hand.snapshot, 0)
    assert again.view().phase is Phase.PLAY
    assert again.view().correction is None


@pytest.mark.parametrize("lots", [(), ("first",)])
def test_what_is_drawn_by_lot_is_kept_with_the_match(store: Store, lots: tuple[str, ...]) -> None:
    hand = SnapshotHand(game="hasami:first=black")
    hand.session.new_game(hand.now_ms, MatchSettings(hand.game, drawn=lots))
    hand.wait(1000)
    autosave = Autosave(hand.session, store)
    hand.move("a9a5")
    autosave(0)
    assert store.latest_unfinished().drawn == lots
    assert saved_session(store.latest_unfinished(), Help.LEGAL).settings.drawn == lots


def test_the_end_of_a_game_by_count_is_kept_and_read_again(store: Store) -> None:
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    autosave = Autosave(hand.session, store)
    hand.lift("b5")
    hand.move("a1a5")
    hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    assert hand.view.prompt.startswith("White offers the end of the game, won by Black.")
    hand.session.answer(True, hand.now_ms)
    autosave(0)
    assert store.matches()[0].termination == "end agreed"
    again = saved_session(store.matches()[0], Help.LEGAL)
    assert again.outcome == hand.view.outcome
    assert again.outcome is not None
    assert again.outcome.winner is Side.BLACK
