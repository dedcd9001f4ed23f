"""Matches with a player at another board: both logs are kept with the link."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

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
