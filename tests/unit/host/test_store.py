"""The store: what was shown is never lost, and what cannot be saved is told in a sentence."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.keeper import Keeper
from host.store import SaveFileError, Store, default_path, list_text, open_for_reading
from host.view import Level
from tests.pictures import PictureHand

KILLS = 200
SEED = 2026


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


def test_a_match_comes_back_as_it_was_kept(store: Store, path: Path) -> None:
    number = store.begin("kamisado", "start text")
    store.keep(number, ["d8d4"], None)
    store.keep(number, ["d8d4", "a1c3"], "White wins.")
    with_another = Store(path)
    saved = with_another.load(number)
    with_another.close()
    assert (saved.game, saved.start, saved.plies) == ("kamisado", "start text", ("d8d4", "a1c3"))
    assert saved.outcome == "White wins."


def test_a_takeback_is_kept_and_another_move_in_its_place(store: Store) -> None:
    number = store.begin("kamisado", "start")
    store.keep(number, ["d8d4", "a1c3", "h8h5"], None)
    store.keep(number, ["d8d4"], None)
    assert store.load(number).plies == ("d8d4",)
    store.keep(number, ["d8d4", "a1a2"], None)
    assert store.load(number).plies == ("d8d4", "a1a2")


def test_the_file_is_written_ahead_and_synchronised(store: Store, path: Path) -> None:
    assert store._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._file.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    assert path.exists()


def test_keeping_the_same_again_writes_nothing(store: Store) -> None:
    number = store.begin("kamisado", "start")
    store.keep(number, ["d8d4"], None)
    before = store._file.total_changes
    store.keep(number, ["d8d4"], None)
    assert store._file.total_changes == before


def test_the_newest_match_that_goes_on_is_found(store: Store) -> None:
    first, second, third = (store.begin("kamisado", "start") for _ in range(3))
    store.keep(first, ["d8d4"], None)
    store.keep(second, ["d8d5"], "Black wins.")
    assert store.newest().id == first
    assert [saved.id for saved in store.matches()] == [second, first], f"{third} has no ply"


def test_nothing_to_resume_is_told(store: Store) -> None:
    with pytest.raises(SaveFileError, match=r"no match in .* goes on"):
        store.newest()
    with pytest.raises(SaveFileError, match="there is no match 7"):
        store.load(7)


def test_saved_matches_are_listed_for_people(store: Store, path: Path, tmp_path: Path) -> None:
    assert list_text(open_for_reading(tmp_path / "none.sqlite")) == "No matches are saved yet."
    assert not (tmp_path / "none.sqlite").exists(), "looking makes no file"
    number = store.begin("kamisado", "start")
    store.keep(number, ["d8d4"], None)
    assert "goes on" in list_text(open_for_reading(path))


def test_a_damaged_file_is_told_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    rubbish = b"this is not a database, but somebody may want it back " * 100
    path.write_bytes(rubbish)
    with pytest.raises(SaveFileError, match=r"damaged.*--data") as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == rubbish


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(SaveFileError, match="newer version"):
        Store(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveFileError, match="cannot be opened"):
        Store(tmp_path / "file" / "matches.sqlite")


def test_a_full_disk_is_told_and_the_old_matches_are_safe(store: Store) -> None:
    number = store.begin("kamisado", "start")
    store.keep(number, ["d8d4"], None)
    (pages,) = store._file.execute("PRAGMA page_count").fetchone()
    store._file.execute(f"PRAGMA max_page_count = {pages}")
    many = ["d8d4", *("x" * 1000 for _ in range(50))]
    with pytest.raises(SaveFileError, match="disk is full"):
        store.keep(number, many, None)
    assert store.load(number).plies == ("d8d4",)
    store._file.execute("PRAGMA max_page_count = 1000000")
    store.keep(number, ["d8d4", "a1c3"], None)
    assert store.load(number).plies == ("d8d4", "a1c3")


def test_the_file_lies_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
        assert default_path() == Path("/somewhere/kamisado/matches.sqlite")


def test_a_session_is_kept_from_its_first_move_on(store: Store) -> None:
    hand = PictureHand()
    keeper = Keeper(hand.session, store)
    assert keeper() == []
    assert store.matches() == [], "looking at a board leaves no trace"
    hand.move("d8d4")
    assert keeper() == []
    hand.move("a1c3")
    keeper()
    assert store.newest().plies == ("d8d4", "a1c3")
    hand.move("c3a1")
    keeper()
    assert store.newest().plies == ("d8d4",)
    hand.session.new_game(hand.now_ms)
    keeper()
    assert store.newest().plies == ("d8d4",), "the old match stays"


def test_a_stored_match_is_resumed_and_the_board_guided_to_it(store: Store) -> None:
    hand = PictureHand()
    keeper = Keeper(hand.session, store)
    for text in ("d8d4", "a1c3", "h8h5"):
        hand.move(text)
    keeper()
    saved = store.newest()
    again = PictureHand()
    again.session.restore(saved.plies)
    again.wait(100)
    assert again.texts == ["d8d4", "a1c3", "h8h5"]
    assert again.marked("fill"), "the board still stands as at the beginning"
    again.picture = hand.picture
    again.wait(300)
    assert again.marked("required") == hand.marked("required")
    again.move("d1g4")
    goes_on = Keeper(again.session, store, saved.id)
    goes_on()
    assert store.load(saved.id).plies == ("d8d4", "a1c3", "h8h5", "d1g4")


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
    assert store.newest().plies == ("d8d4", "a1c3")


PLAYER = """
import sys
from pathlib import Path
from host.store import Store
store = Store(Path(sys.argv[1]))
number = store.begin("kamisado", "start") if sys.argv[2] == "0" else int(sys.argv[2])
plies = list(store.load(number).plies)
print(number, len(plies), flush=True)
while True:
    plies = plies[:-2] if len(plies) % 5 == 4 else [*plies, f"ply {len(plies)}", "and", "one"]
    store.keep(number, plies, None)
    print(number, len(plies), flush=True)
"""


def test_a_killed_process_loses_nothing_that_was_shown(path: Path) -> None:
    """kill -9 at random moments: what was shown last is there, or what was under way."""
    sys.stdout.write(f"seed {SEED}\n")
    chance = random.Random(SEED)
    number = "0"
    for kill in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), number], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        shown = process.stdout.readline()
        for _ in range(chance.randrange(12)):
            shown = process.stdout.readline()
        process.kill()
        rest = process.stdout.read().splitlines(keepends=True)
        process.stdout.close()
        process.wait()
        shown = next((line for line in reversed(rest) if line.endswith(b"\n")), shown)
        number, length = shown.decode().split()
        store = Store(path)
        saved = store.load(int(number))
        store.close()
        last = int(length)
        following = last - 2 if last % 5 == 4 else last + 3
        assert len(saved.plies) in (last, following), f"kill {kill}: {len(saved.plies)}, {last}"
