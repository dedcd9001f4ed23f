"""Autosave: every change on the board is stored, also after errors of the store."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Action, Phase, Severity
from host.storage.autosave import MAX_WAIT_MS, RETRY_MS, Autosave
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedPly, Times
from host.storage.saved_session import saved_session
from host.storage.store import Store
from host.worker.thread import WorkerThread
from tests.support.snapshots import SETTLE_MS, PictureHand
from tests.unit.storage.matches import random_match

SEED = 2026
DEADLINE_S = 30.0
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
    assert autosave(0) == []
    assert store.matches() == [], "looking at a board leaves no trace"
    hand.move("d8d4")
    assert autosave(0) == []
    hand.move("a1c3")
    autosave(0)
    assert kept(store) == ["d8d4", "a1c3"]
    hand.move("c3a1")
    autosave(0)
    assert kept(store) == ["d8d4"]


def test_a_new_match_leaves_the_old_one_as_it_was(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    old = autosave.match
    hand.session.new_game(hand.now_ms)
    autosave(0)
    assert autosave.match is None
    assert kept(store) == ["d8d4"]
    hand.snapshot = PictureHand().snapshot
    hand.wait(1000)
    hand.move("h8h5")
    autosave(0)
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
    autosave(0)
    saved = store.latest_unfinished()
    assert (saved.game, saved.start) == (hand.game.name, played.positions[4])
    assert saved.plies == (SavedPly(played.plies[4].text),)


def test_a_match_that_is_over_is_kept_with_its_result(store: Store) -> None:
    played = random_match("kamisado", SEED, 100)
    hand = PictureHand(played.positions[-2])
    autosave = Autosave(hand.session, store)
    hand.move(played.plies[-1].text, rest_ms=1000)
    autosave(0)
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
    autosave(0)
    hand.wait(7_000)
    hand.move("a1c3")
    autosave(0)
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
    autosave(0)
    hand.wait(3_000)
    assert autosave(0) == []
    assert store.latest_unfinished().times == (30_000, 30_000), "as of White's start: it runs"
    hand.lift("h8")
    hand.wait(2_000)
    autosave(0)
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
    autosave(0)
    (saved,) = store.matches()
    assert hand.view.outcome is not None
    assert saved.outcome == str(hand.view.outcome.reason)
    assert saved.times == (0, 3_000)


def test_calls_without_a_change_do_not_reach_the_store(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    store.close()
    hand.wait(1_000)
    assert autosave(0) == [], "a closed store would complain"
    hand.move("a1c3")
    (notice,) = autosave(0)
    assert "Not saved" in notice.text


def test_a_stored_match_is_resumed_and_the_board_guided_to_it(store: Store) -> None:
    hand = clocked_hand("10+5")
    autosave = Autosave(hand.session, store)
    for text in ("d8d4", "a1c3", "h8h5"):
        hand.move(text)
        autosave(0)
    saved = store.latest_unfinished()
    again = PictureHand()
    again.session = Session(MatchSettings(again.game, control=parse_control(saved.control)))
    again.session.restore(saved.plies, saved.times)
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


def test_what_cannot_be_saved_is_told_once_and_play_goes_on(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    store._file.execute("PRAGMA query_only = ON")
    hand.move("a1c3")
    (notice,) = autosave(0)
    assert notice.level is Severity.WARN
    assert "not writable" in notice.text
    assert autosave(0) == []
    store._file.execute("PRAGMA query_only = OFF")
    assert autosave.next_wake_ms == RETRY_MS
    assert autosave(RETRY_MS - 1) == []
    (notice,) = autosave(RETRY_MS)
    assert notice.text == "Saved again."
    assert kept(store) == ["d8d4", "a1c3"]


def test_a_match_that_another_program_goes_on_with_is_not_written_over(store: Store) -> None:
    hand = PictureHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    assert autosave.match is not None
    with closing(Store(store.path)) as another:
        theirs = [*another.load(autosave.match).plies, *another.load(autosave.match).plies]
        another.save(autosave.match, theirs, None)
    hand.move("a1c3")
    (notice,) = autosave(0)
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
    autosave(0)
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
    autosave(0)
    hand.session.take_back(hand.now_ms)
    autosave(0)
    saved = store.latest_unfinished()
    assert (saved.outcome, saved.termination) == (None, None)
    assert saved_session(saved, Help.LEGAL).outcome is None


@pytest.mark.parametrize("touch_move", [False, True])
def test_whether_moves_stand_is_kept_with_the_match(store: Store, touch_move: bool) -> None:
    hand = PictureHand(game="kamisado-standard", touch_move=touch_move)
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
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
    hand = PictureHand(game="hasami:first=black")
    hand.session.new_game(hand.now_ms, MatchSettings(hand.game, drawn=lots))
    hand.wait(1000)
    autosave = Autosave(hand.session, store)
    hand.move("a9a5")
    autosave(0)
    assert store.latest_unfinished().drawn == lots
    assert saved_session(store.latest_unfinished(), Help.LEGAL).settings.drawn == lots


def test_the_end_of_a_game_by_count_is_kept_and_read_again(store: Store) -> None:
    hand = PictureHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    autosave = Autosave(hand.session, store)
    hand.lift("b5")
    hand.move("a1a5")
    hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
    assert hand.view.prompt.startswith("White offers the end of the game, won by Black.")
    hand.session.answer(True, hand.now_ms)
    autosave(0)
    assert store.matches()[0].termination == "end agreed"
    again = saved_session(store.matches()[0], Help.LEGAL)
    assert again.outcome == hand.view.outcome
    assert again.outcome is not None
    assert again.outcome.winner is Side.BLACK


class SlowStore(Store):
    """A store on a disk that takes as long as the test wants.

    Attributes:
        begun: set while a write waits for the disk.
        free: set to let writes through.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.begun = threading.Event()
        self.free = threading.Event()

    def save(
        self,
        number: int,
        plies: Sequence[SavedPly],
        outcome: str | None,
        times: Times | None = None,
        termination: str | None = None,
    ) -> None:
        self.begun.set()
        assert self.free.wait(DEADLINE_S)
        super().save(number, plies, outcome, times, termination)


class Saving:
    """A session on a slow disk, saved by a worker.

    Attributes:
        woken: set when a write has ended.
    """

    def __init__(self, path: Path) -> None:
        self.hand = PictureHand()
        self.store = SlowStore(path)
        self.autosave = Autosave(self.hand.session, self.store, worker=WorkerThread("autosave"))
        self.woken = threading.Event()
        self.autosave.wake = self.woken.set

    def let_through(self) -> None:
        """Let the write that waits for the disk end."""
        assert self.store.begun.wait(DEADLINE_S)
        self.store.free.set()
        assert self.woken.wait(DEADLINE_S)
        self.store.free.clear()
        self.store.begun.clear()
        self.woken.clear()


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Saving]:
    saving = Saving(tmp_path / "matches.sqlite")
    yield saving
    saving.store.free.set()
    saving.autosave.close()


def test_what_is_shown_waits_for_the_disk_as_long_as_it_is_sound(slow: Saving) -> None:
    autosave = slow.autosave
    assert autosave(0) == []
    assert not autosave.is_waiting(0)
    slow.hand.move("d8d4")
    assert autosave(1000) == []
    assert autosave.is_waiting(1000 + MAX_WAIT_MS - 1)
    assert autosave.next_wake_ms == 1000 + MAX_WAIT_MS
    slow.let_through()
    assert autosave(1010) == []
    assert not autosave.is_waiting(1010)
    assert autosave.next_wake_ms is None
    assert kept(slow.store) == ["d8d4"]


def test_a_slow_disk_holds_nothing_up_for_longer_than_the_patience_and_is_told(
    slow: Saving,
) -> None:
    autosave = slow.autosave
    slow.hand.move("d8d4")
    assert autosave(0) == []
    (notice,) = autosave(MAX_WAIT_MS)
    assert (notice.level, notice.text) == (
        Severity.WARN,
        "Saving takes long: the disk is busy. Play on; you will be told when it is saved.",
    )
    assert not autosave.is_waiting(MAX_WAIT_MS)
    for text in ("a1c3", "c3a1", "a1c3"):
        slow.hand.move(text)
        assert autosave(MAX_WAIT_MS) == []
        assert not autosave.is_waiting(MAX_WAIT_MS), "only the first move waits"
    slow.let_through()
    assert autosave(5000) == [], "the newer state is still to be saved"
    slow.let_through()
    (notice,) = autosave(5010)
    assert notice.text == "Saved again."
    assert kept(slow.store) == ["d8d4", "a1c3"]


def test_a_match_that_waits_for_the_disk_is_saved_also_when_the_next_has_begun(
    slow: Saving,
) -> None:
    slow.hand.move("d8d4")
    slow.autosave(0)
    slow.hand.move("a1c3")
    slow.autosave(0)
    slow.hand.session.new_game(slow.hand.now_ms)
    slow.hand.snapshot = PictureHand().snapshot
    slow.hand.wait(1000)
    slow.hand.move("h8h5")
    slow.autosave(0)
    for _ in range(3):
        slow.let_through()
        slow.autosave(10)
    assert sorted([ply.text for ply in match.plies] for match in slow.store.matches()) == [
        ["d8d4", "a1c3"],
        ["h8h5"],
    ]


def test_the_rest_is_saved_at_the_end(slow: Saving) -> None:
    slow.hand.move("d8d4")
    slow.autosave(0)
    slow.hand.move("a1c3")
    slow.autosave(0)
    slow.store.free.set()
    assert slow.autosave.close() == []
    with closing(Store(slow.store.path)) as store:
        assert kept(store) == ["d8d4", "a1c3"]


@pytest.mark.slow  # waits for the end of the patience with a dead disk
def test_a_dead_disk_does_not_keep_the_program_from_ending_and_is_told(slow: Saving) -> None:
    slow.hand.move("d8d4")
    slow.autosave(0)
    (notice,) = slow.autosave.close()
    assert "The last moves are not saved" in notice.text
