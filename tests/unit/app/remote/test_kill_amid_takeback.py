"""A host that is killed after it has stored both logs, before its session has followed them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host.app.remote.known_match import KnownMatch, restored_match, stored_match
from host.remote.address import BrokerAddress
from host.remote.match.invitation import Invitation
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.events import Move
from host.session import requests as r
from host.storage.autosave import Autosave
from host.storage.store import Store
from tests.unit.app.remote.test_remote_player import KEY, MATCH, Board, Pair

INVITATION = Invitation(BrokerAddress("example.org", 1883), MATCH, KEY)


class Killed(BaseException):
    """The end of a host, at once."""


def begin_again(pair: Pair, board: Board, path: Path) -> int:
    """Have a killed host go on with what it has stored; return the id of the stored match."""
    with closing(Store(path)) as store:
        row = store.remote_match(MATCH)
        assert row is not None
        assert row.match is not None
        known, saved = stored_match(row), store.load(row.match)
    assert [ply.text for ply in saved.plies] == ["d8d4"], "it has not come to that"
    assert known.match.merged.plies == ()
    restored, number = restored_match(known, saved)
    board.hand.session.take_over(restored)
    board.match = known.match
    pair.topics.handlers.clear()  # both connect anew
    for each in (pair.black, pair.white):
        each.begin()
    assert number == saved.id, "it would stay among the saved matches, without its moves"
    return number


@pytest.mark.parametrize("side", ["black", "white"])
def test_a_takeback_that_was_stored_is_carried_out_once(tmp_path: Path, side: str) -> None:
    path = tmp_path / "matches.sqlite"
    pair = Pair()
    pair.play("d8d4", pair.black)
    killed: Board = getattr(pair, side)
    with closing(Store(path)) as store:
        autosave = Autosave(killed.hand.session, store)
        autosave(0)
        number = autosave.match

        async def save(match: RemoteMatch, game_number: int) -> None:
            store.save_remote(KnownMatch(INVITATION, match, game_number, number).row())
            if not match.merged.plies:
                raise Killed

        killed.player._save = save
        pair.black.ask(r.TakeBack())
        pair.settle()
        pair.white.ask(r.Answer(True))
        with pytest.raises(Killed):
            pair.settle()
    again = begin_again(pair, killed, path)
    with closing(Store(path)) as store:
        pair.settle()
        assert pair.black.moves == pair.white.moves == []
        autosave = Autosave(killed.hand.session, store, again)
        for board in (pair.black, pair.white):
            board.hand.move("d4d8")
            assert board.hand.view.correction is None
        pair.play("d8d5", pair.black)
        autosave(0)
        (saved,) = store.matches()
    assert [ply.text for ply in saved.plies] == ["d8d5"]
    written = [entry.event for entry in pair.black.match.own_log.entries]
    assert [one.text for one in written if isinstance(one, Move)] == ["d8d4", "d8d5"]
