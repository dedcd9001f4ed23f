"""Whole matches on boards with sensors that are out of order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.faulty_sensors import FAULTS, FaultyPlayers, FaultyTabletop
from soak.session_only import play_pure


@pytest.mark.slow
@pytest.mark.parametrize("kinds", FAULTS, ids=" ".join)
def test_a_match_is_played_to_the_end_without_a_misreading(kinds: Sequence[str]) -> None:
    chance, game = random.Random(" ".join(kinds)), game_named("kamisado-standard")
    tabletop = FaultyTabletop(Session(MatchSettings(game)), chance)
    players = FaultyPlayers(game, tabletop, chance, kinds)
    players.play()
    assert players.counts["matches ended"]
    assert list(tabletop.moves()) == players.intended.texts
    named = ", ".join(f"{count} {kind}" for kind, count in Counter(kinds).items())
    assert players.counts[f"{named}: boards"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "how"),
    [
        ("9830/8", "1 strip: stored after choose on page"),
        ("9830/1", "2 stuck: feigned, taken back on the page"),
        ("9830/68", "1 stuck, 1 noisy: taken back on the page"),
    ],
)
def test_stones_are_put_on_the_board_where_sensors_fail(seed: str, how: str) -> None:
    tabletop, players = play_pure(seed, ("seega",), hands="sensors")
    assert players.counts[how]
    assert list(tabletop.moves()) == players.intended.texts


@pytest.mark.slow
def test_who_has_won_unseen_elsewhere_takes_back_what_the_board_has_understood() -> None:
    # The tower rested on a winning square and went on to a silent one; its home is a corner that
    # chooses the next round, so it cannot show there that it has moved.
    tabletop, players = play_pure("10801/44", hands="sensors")
    assert players.counts["1 silent, 1 slow: taken back on the page"]
    assert list(tabletop.moves()) == players.intended.texts


def test_a_turn_that_was_let_go_has_no_piece_to_be_lifted_again() -> None:
    chance, game = random.Random(1), game_named("seega")
    tabletop = FaultyTabletop(Session(MatchSettings(game)), chance)
    players = FaultyPlayers(game, tabletop, chance, ["silent"])
    intended = players.intended
    while intended.letting_go is None:
        candidates = intended.expectation.candidates
        captures = [candidate.move for candidate in candidates if candidate.captured]
        intended.play(chance.choice(captures or list(intended.moves)))
    intended.play(intended.letting_go)
    assert not intended.last_carried
    assert players._last_way() is None
