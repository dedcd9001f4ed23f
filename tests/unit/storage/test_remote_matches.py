"""Matches with a player at another board: both logs are kept with the link."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from host.recognition.history import StoredPly
from host.storage.database import SaveFileError
from host.storage.saved_match import SavedRemoteMatch
from host.storage.store import Store

SAVED = SavedRemoteMatch("0123456789abcdef", "kamisado:join?...", '{"entries":[]}')


def test_what_is_kept_last_is_there_after_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store:
        assert store.remote_match(SAVED.id) is None
        store.save_remote(SAVED)
        number = store.create_match("kamisado-single", "start", opponent="far white")
        later = replace(SAVED, far_log="{}", game_number=2, match=number)
        store.save_remote(later)
    with closing(Store(path)) as store:
        assert store.remote_match(SAVED.id) == later
        assert store.remote_match("another") is None
        assert store.remote_match_of(number) == later
        assert store.remote_match_of(number + 1) is None
        assert store.load(number).opponent == "far white"


def test_a_far_match_is_listed_and_gone_on_with_before_its_first_move(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store:
        number = store.create_match("kamisado-single", "start", opponent="far white")
        assert store.matches() == []
        store.save_remote(replace(SAVED, match=number))
        assert [match.id for match in store.matches()] == [number]
        assert store.latest_unfinished().id == number


def test_the_link_that_was_used_last_is_known(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        assert store.latest_link() is None
        for id in ("z" * 16, "a" * 16):
            number = store.create_match("kamisado-single", "start", opponent="far white")
            store.save_remote(replace(SAVED, id=id, link=f"link {id}", match=number))
        assert store.latest_link() == f"link {'a' * 16}"


def test_a_match_that_came_to_nothing_goes_unless_somebody_has_moved(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        numbers = []
        for id in ("a" * 16, "b" * 16):
            numbers.append(store.create_match("kamisado-single", "start", opponent="far white"))
            store.save_remote(replace(SAVED, id=id, match=numbers[-1]))
        store.save(numbers[0], [StoredPly("d8d4")], None)
        for id in ("a" * 16, "b" * 16, "c" * 16):
            store.delete_remote(id)
            assert store.remote_match(id) is None
        assert store.load(numbers[0]).plies
        with pytest.raises(SaveFileError):
            store.load(numbers[1])


def test_a_match_is_deleted_with_its_logs_and_no_other(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        numbers = [store.create_match("kamisado-single", "start") for _ in range(2)]
        for number in numbers:
            store.save(number, [StoredPly("d8d4")], None)
        store.save_remote(replace(SAVED, match=numbers[0]))
        store.delete_match(numbers[0])
        assert store.remote_match(SAVED.id) is None
        assert [match.id for match in store.matches()] == [numbers[1]]
        with pytest.raises(SaveFileError, match=str(numbers[0])):
            store.delete_match(numbers[0])


def test_two_tables_that_play_each_other_keep_their_own_sides(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    other = replace(SAVED, own_log='{"entries":[1]}')
    with closing(Store(path, "north")) as north, closing(Store(path, "south")) as south:
        north.save_remote(SAVED)
        assert south.remote_match(SAVED.id) is None
        south.save_remote(other)
        assert (north.remote_match(SAVED.id), south.remote_match(SAVED.id)) == (SAVED, other)
        south.delete_remote(SAVED.id)
        assert south.remote_match(SAVED.id) is None
        assert north.remote_match(SAVED.id) == SAVED
