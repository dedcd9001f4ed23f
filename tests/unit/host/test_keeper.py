"""The keeper: what happens on the board is in the store, whatever happens to the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from host.keeper import Keeper
from host.store import SavedPly, Store
from host.view import Level
from tests.pictures import PictureHand
from tests.unit.host.matches import random_match

SEED = 2026


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "matches.sqlite")) as opened:
        yield opened


def kept(store: Store) -> list[str]:
    """The moves of the newest match that goes on."""
    return [ply.text for ply in store.newest().plies]


def test_a_session_is_kept_from_its_first_move_on(store: Store) -> None:
    hand = PictureHand()
    keeper = Keeper(hand.session, store)
    assert keeper() == []
    assert store.matches() == [], "looking at a board leaves no trace"
    hand.move("d8d4")
    assert keeper() == []
    hand.move("a1c3")
    keeper()
    assert kept(store) == ["d8d4", "a1c3"]
    hand.move("c3a1")
    keeper()
    assert kept(store) == ["d8d4"]


def test_a_new_match_leaves_the_old_one_as_it_was(store: Store) -> None:
    hand = PictureHand()
    keeper = Keeper(hand.session, store)
    hand.move("d8d4")
    keeper()
    old = keeper.match
    hand.session.new_game(hand.now_ms)
    keeper()
    assert keeper.match is None
    assert kept(store) == ["d8d4"]
    hand.picture = PictureHand().picture
    hand.wait(1000)
    hand.move("h8h5")
    keeper()
    assert keeper.match != old
    assert {saved.id: saved.plies[0].text for saved in store.matches()} == {
        old: "d8d4",
        keeper.match: "h8h5",
    }


def test_a_match_is_kept_from_the_position_in_which_it_began(store: Store) -> None:
    played = random_match("kamisado", SEED, 100)
    hand = PictureHand(played.positions[4])
    keeper = Keeper(hand.session, store)
    hand.move(played.plies[4].text)
    keeper()
    saved = store.newest()
    assert (saved.game, saved.start) == (hand.game.name, played.positions[4])
    assert saved.plies == (SavedPly(played.plies[4].text),)


def test_a_match_that_is_over_is_kept_with_its_result(store: Store) -> None:
    played = random_match("kamisado", SEED, 100)
    hand = PictureHand(played.positions[-2])
    keeper = Keeper(hand.session, store)
    hand.move(played.plies[-1].text, rest_ms=1000)
    keeper()
    (saved,) = store.matches()
    assert saved.outcome == played.outcome is not None


def test_what_cannot_be_saved_is_told_once_and_play_goes_on(store: Store) -> None:
    hand = PictureHand()
    keeper = Keeper(hand.session, store)
    hand.move("d8d4")
    keeper()
    store._file.execute("PRAGMA query_only = ON")
    hand.move("a1c3")
    (notice,) = keeper()
    assert notice.level is Level.WARN
    assert "not writable" in notice.text
    assert keeper() == []
    store._file.execute("PRAGMA query_only = OFF")
    (notice,) = keeper()
    assert notice.text == "Saved again."
    assert kept(store) == ["d8d4", "a1c3"]


def test_a_match_that_another_program_goes_on_with_is_not_written_over(store: Store) -> None:
    hand = PictureHand()
    keeper = Keeper(hand.session, store)
    hand.move("d8d4")
    keeper()
    assert keeper.match is not None
    with closing(Store(store.path)) as another:
        theirs = [*another.load(keeper.match).plies, *another.load(keeper.match).plies]
        another.keep(keeper.match, theirs, None)
    hand.move("a1c3")
    (notice,) = keeper()
    assert "another program has gone on with match 1" in notice.text
    assert kept(store) == ["d8d4", "d8d4"]
