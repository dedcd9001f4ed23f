"""Whole matches on boards with sensors that are out of order."""

from __future__ import annotations

import random

import pytest

from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.faulty_sensors import FAULTS, FaultyPlayers, FaultyTabletop


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), FAULTS)
def test_a_match_is_played_to_the_end_without_a_misreading(kind: str, count: int) -> None:
    chance, game = random.Random(f"{kind}{count}"), game_named("kamisado-standard")
    tabletop = FaultyTabletop(Session(MatchSettings(game)), chance)
    players = FaultyPlayers(game, tabletop, chance, kind, count)
    players.play()
    assert players.counts["matches ended"]
    assert list(tabletop.moves()) == players.intended.texts
    assert players.counts[f"{count} {kind}: boards"] == 1
