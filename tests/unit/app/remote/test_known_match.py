"""A far match that a host goes on with: from where its board stood, as far as the record allows."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from host.ai.players.opponent import FarPlayer
from host.app.remote.known_match import invited, restored_match, stored_match
from host.engine.game import Side
from host.engine.records.player_names import PlayerNames
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.remote.address import BrokerAddress
from host.remote.record.canonical import canonical
from host.remote.record.terms import Terms
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.store import Store

SETTINGS = MatchSettings(game_named("kamisado-single"))
START = SETTINGS.game.position_text(SETTINGS.game.start())


def test_a_move_that_was_shown_but_not_yet_written_stays(tmp_path: Path) -> None:
    known = invited(BrokerAddress("example.org", 1883), SETTINGS, Side.BLACK, None)
    ended = Session(MatchSettings(SETTINGS.game, opponent=FarPlayer(Side.WHITE)))
    ended.restore([StoredPly("e8g6")])
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        autosave = Autosave(ended, store)
        autosave(0)
        assert autosave.match is not None
        saved = store.load(autosave.match)
    session = Session(SETTINGS)
    restored, number = restored_match(known, saved)
    session.take_over(restored)
    assert number == saved.id
    assert [ply.text for ply in session.plies] == ["e8g6"]


@pytest.mark.parametrize("played", [["e8g6"], ["e8g6", "d1d2"]], ids=["its own", "another game"])
def test_the_names_stay_though_the_record_has_another_game(
    tmp_path: Path, played: list[str]
) -> None:
    known = invited(BrokerAddress("example.org", 1883), SETTINGS, Side.BLACK, None)
    names = PlayerNames("Ann", "Bob")
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        number = store.create_match(SETTINGS.game.name, START, opponent="far white")
        store.save(number, [StoredPly(text) for text in played], None, names=names)
        restored, _ = restored_match(known, store.load(number))
    assert restored.settings.names == names


@pytest.mark.parametrize(
    "changes",
    [
        {"own_log": ""},
        {"own_log": "{}"},
        {"own_log": "[" * 100_000},
        {"far_log": "x"},
        {"link": "kamisado:join?"},
    ],
)
def test_a_stored_match_that_is_damaged_is_refused_in_words(changes: dict[str, str]) -> None:
    known = invited(BrokerAddress("example.org", 1883), SETTINGS, Side.BLACK, None)
    stored_match(known.row())
    with pytest.raises(ValueError, match="is damaged here: put the last copy"):
        stored_match(replace(known.row(), **changes))


def test_a_stored_match_whose_terms_nobody_has_is_refused_in_words() -> None:
    known = invited(BrokerAddress("example.org", 1883), SETTINGS, Side.BLACK, None)
    own = known.match.own_log
    assert isinstance(own.terms, Terms)
    other = canonical(replace(own, terms=own.terms.digest).data()).decode()
    with pytest.raises(ValueError, match="is damaged here: put the last copy"):
        stored_match(replace(known.row(), own_log=other))
