"""Autosave: every change on the board is stored, also after errors of the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.play.sessions import saved_session
from host.engine.game import Side
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Action, Phase, Severity
from host.storage.autosave import Autosave
from host.storage.saved_match import SavedPly
from host.storage.store import SaveFileError, Store
from tests.support.snapshots import PictureHand
from tests.unit.storage.matches import random_match

SEED = 2026
_STANDARD = game_named("kamisado-standard")
GAME_START = _STANDARD.position_text(_STANDARD.start())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "matches.sqlite")) as opened:
        yield opened


def kept(store: Store) -> list[str]:
    """Return the moves of the latest unfinished match."""
    return [ply.text for ply in store.latest_unfinished().plies]


def test_a_session_is_kept_from_its_first_move_on(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    assert autosave() == []
    assert store.matches() == [], "looking at a board leaves no trace"
    hand.move("d8d4")
    assert autosave() == []
    hand.move("a1c3")
    autosave()
    assert kept(store) == ["d8d4", "a1c3"]
    hand.move("c3a1")
    autosave()
    assert kept(store) == ["d8d4"]


def test_a_new_match_leaves_the_old_one_as_it_was(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    old = autosave.match
    hand.session.new_game(hand.now_ms)
    autosave()
    assert autosave.match is None
    assert kept(store) == ["d8d4"]
    hand.snapshot = PictureHand().snapshot
    hand.wait(1000)
    hand.move("h8h5")
    autosave()
    assert autosave.match != old
    assert {saved.id: saved.plies[0].text for saved in store.matches()} == {
        old: "d8d4",
        autosave.match: "h8h5",
    }


def test_a_match_is_kept_from_the_position_in_which_it_began(store: Store) -> None:
    played = random_match("kamisado", SEED, 100)
    hand = PictureHand(played.positions[4])
    autosave = Autosave(hand.session, store)
    hand.move(played.plies[4].text)
    autosave()
    saved = store.latest_unfinished()
    assert (saved.game, saved.start) == (hand.game.name, played.positions[4])
    assert saved.plies == (SavedPly(played.plies[4].text),)


def test_a_match_that_is_over_is_kept_with_its_result(store: Store) -> None:
    played = random_match("kamisado", SEED, 100)
    hand = PictureHand(played.positions[-2])
    autosave = Autosave(hand.session, store)
    hand.move(played.plies[-1].text, rest_ms=1000)
    autosave()
    (saved,) = store.matches()
    assert saved.outcome == played.outcome is not None


def clocked_hand(text: str) -> PictureHand:
    """Return a hand at a board with this clock."""
    hand = PictureHand()
    hand.session = Session(MatchSettings(hand.game, control=parse_control(text)))
    hand.wait(1000)
    return hand


def test_the_clock_is_kept_with_the_match_and_with_every_move(store: Store) -> None:
    hand = clocked_hand("0.5+5")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    hand.wait(7_000)
    hand.move("a1c3")
    autosave()
    saved = store.latest_unfinished()
    first, second = (ply.times for ply in hand.session.plies)
    assert saved.control == "0.5+5"
    assert saved.plies == (SavedPly("d8d4", first), SavedPly("a1c3", second))
    assert first is not None
    assert second is not None
    assert second[0] < first[0] + 5_000 - 7_000, "White has thought for 7 s"
    assert saved.times == hand.session.times == second


def test_a_clock_that_stops_between_two_moves_is_kept_at_once(store: Store) -> None:
    hand = clocked_hand("0.5+0")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    hand.wait(3_000)
    assert autosave() == []
    assert store.latest_unfinished().times == (30_000, 30_000), "as of White's start: it runs"
    hand.lift("h8")
    hand.wait(2_000)
    autosave()
    left = store.latest_unfinished().times
    assert left == hand.session.times
    assert left is not None
    assert 24_000 < left[0] < 27_000, "White's time stands while Black's tower is in the air"
    assert len(store.latest_unfinished().plies) == 1


def test_time_that_runs_out_is_kept_as_the_end_of_the_match(store: Store) -> None:
    hand = clocked_hand("0.05+0")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    hand.wait(4_000)
    autosave()
    (saved,) = store.matches()
    assert hand.view.outcome is not None
    assert saved.outcome == str(hand.view.outcome.reason)
    assert saved.times == (0, 3_000)


def test_calls_without_a_change_do_not_reach_the_store(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    store.close()
    hand.wait(1_000)
    assert autosave() == [], "a closed store would complain"
    hand.move("a1c3")
    (notice,) = autosave()
    assert "Not saved" in notice.text


def test_a_stored_match_is_resumed_and_the_board_guided_to_it(store: Store) -> None:
    hand = clocked_hand("10+5")
    autosave = Autosave(hand.session, store)
    for text in ("d8d4", "a1c3", "h8h5"):
        hand.move(text)
        autosave()
    saved = store.latest_unfinished()
    again = PictureHand()
    again.session = Session(MatchSettings(again.game, control=parse_control(saved.control)))
    again.session.restore(saved.plies, saved.times)
    again.wait(100)
    assert again.texts == ["d8d4", "a1c3", "h8h5"]
    assert again.session.times == saved.times, "no time runs while the board is set up"
    assert again.view.phase is Phase.SETUP
    again.snapshot = hand.snapshot
    again.wait(1_000)
    assert again.marked("required") == hand.marked("required")
    again.move("d1g4")
    goes_on = Autosave(again.session, store, saved.id)
    goes_on()
    (resumed,) = store.matches()
    assert resumed.id == saved.id
    assert resumed.plies[:3] == saved.plies
    assert resumed.plies[3].text == "d1g4"


def test_what_cannot_be_saved_is_told_once_and_play_goes_on(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    store._file.execute("PRAGMA query_only = ON")
    hand.move("a1c3")
    (notice,) = autosave()
    assert notice.level is Severity.WARN
    assert "not writable" in notice.text
    assert autosave() == []
    store._file.execute("PRAGMA query_only = OFF")
    (notice,) = autosave()
    assert notice.text == "Saved again."
    assert kept(store) == ["d8d4", "a1c3"]


def test_a_match_that_another_program_goes_on_with_is_not_written_over(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    assert autosave.match is not None
    with closing(Store(store.path)) as another:
        theirs = [*another.load(autosave.match).plies, *another.load(autosave.match).plies]
        another.save(autosave.match, theirs, None)
    hand.move("a1c3")
    (notice,) = autosave()
    assert "another program has gone on with match 1" in notice.text
    assert kept(store) == ["d8d4", "d8d4"]


@pytest.mark.parametrize("resigned", [Side.WHITE, Side.BLACK, None])
def test_what_players_have_settled_is_kept_and_goes_on_as_it_was(
    store: Store, resigned: Side | None
) -> None:
    hand = PictureHand(game="kamisado-series")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    if resigned is None:
        hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
        hand.session.answer(True, hand.now_ms)
    else:
        hand.session.resign(resigned)
    autosave()
    assert autosave.match is not None
    saved = store.load(autosave.match)
    assert hand.session.outcome is not None
    assert saved.outcome == str(hand.session.outcome.reason)
    again = saved_session(saved, Help.LEGAL)
    assert again.outcome == hand.session.outcome
    assert again.termination == hand.session.termination
    with pytest.raises(SaveFileError, match="goes on"):
        store.latest_unfinished()


def test_a_resignation_taken_back_is_taken_out_of_the_store(store: Store) -> None:
    hand = PictureHand(game="kamisado-standard")
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    hand.session.resign(Side.WHITE)
    autosave()
    hand.session.take_back(hand.now_ms)
    autosave()
    saved = store.latest_unfinished()
    assert (saved.outcome, saved.termination) == (None, None)
    assert saved_session(saved, Help.LEGAL).outcome is None


@pytest.mark.parametrize("touch_move", [False, True])
def test_whether_moves_stand_is_kept_with_the_match(store: Store, touch_move: bool) -> None:
    hand = PictureHand(game="kamisado-standard", touch_move=touch_move)
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave()
    assert store.latest_unfinished().touch_move is touch_move
    assert saved_session(store.latest_unfinished(), Help.LEGAL).settings.touch_move is touch_move


def test_an_end_that_is_not_known_is_told_with_the_match(store: Store) -> None:
    number = store.create_match("kamisado-standard", GAME_START)
    store.save(number, [SavedPly("d8d4")], "?", None, "green resigns")
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
    hand = PictureHand(start, game=game)
    autosave = Autosave(hand.session, store)
    for text in moves:
        redone = hand.session.game.parse_move(hand.session.position, text)
        option = next(o for o in hand.view.expectation.options if o.move == redone)
        hand.snapshot = option.after
        if not option.touched:
            hand.session.choose(text, hand.now_ms)
        hand.wait(1000)
        autosave()
    assert kept(store) == moves
    again = saved_session(store.latest_unfinished(), Help.LEGAL)
    assert again.game.name == game
    assert again.position == hand.session.position
    again.see(hand.snapshot, 0)
    assert again.view().phase is Phase.PLAY
    assert again.view().correction is None


@pytest.mark.parametrize("lots", [(), ("first",)])
def test_what_is_drawn_by_lot_is_kept_with_the_match(store: Store, lots: tuple[str, ...]) -> None:
    hand = PictureHand(game="hasami:first=black")
    hand.session.new_game(hand.now_ms, MatchSettings(hand.game, drawn=lots))
    hand.wait(1000)
    autosave = Autosave(hand.session, store)
    hand.move("a9a5")
    autosave()
    assert store.latest_unfinished().lots == lots
    assert saved_session(store.latest_unfinished(), Help.LEGAL).settings.drawn == lots


def test_the_end_of_a_game_by_count_is_kept_and_read_again(store: Store) -> None:
    hand = PictureHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    autosave = Autosave(hand.session, store)
    hand.lift("b5")
    hand.move("a1a5")
    hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
    assert hand.view.prompt.startswith("White offers the end of the game, won by Black.")
    hand.session.answer(True, hand.now_ms)
    autosave()
    assert store.matches()[0].termination == "end agreed"
    again = saved_session(store.matches()[0], Help.LEGAL)
    assert again.outcome == hand.view.outcome
    assert again.outcome is not None
    assert again.outcome.winner is Side.BLACK
