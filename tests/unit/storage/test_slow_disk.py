"""Autosave on a slow disk: play waits for a moment, then goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.recognition.history import StoredPly, Times
from host.session.view import Severity
from host.storage.autosave import MAX_WAIT_MS, Autosave
from host.storage.store import Store
from host.worker.thread import WorkerThread
from tests.support.snapshots import SnapshotHand
from tests.unit.storage.matches import kept

DEADLINE_S = 30.0


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
        plies: Sequence[StoredPly],
        outcome: str | None,
        times: Times | None = None,
        termination: str | None = None,
        names: PlayerNames = NO_NAMES,
    ) -> None:
        self.begun.set()
        assert self.free.wait(DEADLINE_S)
        super().save(number, plies, outcome, times, termination, names)


class Saving:
    """A session on a slow disk, saved by a worker.

    Attributes:
        woken: set when a write has ended.
    """

    def __init__(self, path: Path) -> None:
        self.hand = SnapshotHand()
        self.store = SlowStore(path)
        self.autosave = Autosave(self.hand.session, self.store, worker=WorkerThread("autosave"))
        self.woken = threading.Event()
        self.autosave.wake_by(self.woken.set)

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
    slow.hand.snapshot = SnapshotHand().snapshot
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
