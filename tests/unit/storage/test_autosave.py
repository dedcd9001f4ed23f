"""Autosave: every change on the board is stored, also after errors of the store."""

from __future__ import annotations

from contextlib import closing

from host.recognition.history import StoredPly
from host.session.view import Severity
from host.storage.autosave import RETRY_MS, Autosave
from host.storage.store import Store
from tests.support.snapshots import SnapshotHand
from tests.unit.storage.matches import SEED, clocked_hand, kept, random_match


def test_a_session_is_kept_from_its_first_move_on(store: Store) -> None:
    hand = SnapshotHand()
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
    hand = SnapshotHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    old = autosave.match
    hand.session.new_game(hand.now_ms)
    autosave(0)
    assert autosave.match is None
    assert kept(store) == ["d8d4"]
    hand.snapshot = SnapshotHand().snapshot
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
    hand = SnapshotHand(played.positions[4])
    autosave = Autosave(hand.session, store)
    hand.move(played.plies[4].text)
    autosave(0)
    saved = store.latest_unfinished()
    assert (saved.game, saved.start) == (hand.game.name, played.positions[4])
    assert saved.plies == (StoredPly(played.plies[4].text),)


def test_a_match_that_is_over_is_kept_with_its_result(store: Store) -> None:
    played = random_match("kamisado", SEED, 100)
    hand = SnapshotHand(played.positions[-2])
    autosave = Autosave(hand.session, store)
    hand.move(played.plies[-1].text, rest_ms=1000)
    autosave(0)
    (saved,) = store.matches()
    assert str(saved.outcome) == played.outcome


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
    assert saved.plies == (StoredPly("d8d4", first), StoredPly("a1c3", second))
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
    assert saved.outcome == hand.view.outcome.reason
    assert saved.times == (0, 3_000)


def test_calls_without_a_change_do_not_reach_the_store(store: Store) -> None:
    hand = SnapshotHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    store.close()
    hand.wait(1_000)
    assert autosave(0) == [], "a closed store would complain"
    hand.move("a1c3")
    (notice,) = autosave(0)
    assert "Not saved" in notice.text


def test_what_cannot_be_saved_is_told_once_and_play_goes_on(store: Store) -> None:
    hand = SnapshotHand()
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
    hand = SnapshotHand()
    autosave = Autosave(hand.session, store)
    hand.move("d8d4")
    autosave(0)
    assert autosave.match is not None
    with closing(Store(store.path)) as another:
        theirs = [*another.load(autosave.match).plies, *another.load(autosave.match).plies]
        another.save(autosave.match, theirs, None)
    hand.move("a1c3")
    (notice,) = autosave(0)
    assert "another program has continued match 1" in notice.text
    assert kept(store) == ["d8d4", "d8d4"]


def test_a_game_is_stored_before_its_first_move_if_that_is_asked_for(store: Store) -> None:
    hand = SnapshotHand()
    autosave = Autosave(hand.session, store)
    number = autosave.create().result()
    beside: list[int] = []
    again = autosave.create(lambda _, number: beside.append(number)).result()
    assert autosave.match == again == number == beside[0]
    hand.move("d8d4")
    autosave(0)
    assert [(saved.id, len(saved.plies)) for saved in store.matches()] == [(number, 1)]
