"""Boards of on/off sensors: the lights lead to a first position from wherever pieces are left."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Square
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from soak.hands.light_follower import LightFollower
from soak.session_tabletop import SessionTabletop
from soak.tabletop import Stand, tokens_of


class OnOffTabletop(SessionTabletop):
    """A tabletop of on/off sensors that notes what is said."""

    def __init__(self, seed: int = 1) -> None:
        session = Session(MatchSettings(game_named("kamisado-single")))
        super().__init__(session, random.Random(seed), on_off=True)

    def stray(self, origin: Square, target: Square) -> None:
        """Let a piece stand elsewhere from the beginning."""
        self._standing[target] = self._standing.pop(origin)

    def set_up_by_lights(self) -> int:
        """Follow the lights until the round can begin; return the number of actions."""
        actions = LightFollower(self).follow()
        assert self.session.view().phase is Phase.PLAY
        game = self.session.game
        due = tokens_of(game.pieces(self.session.position))
        assert {square: stand.token for square, stand in self._standing.items()} == due
        return actions


def at(name: str) -> Square:
    return parse_square(name, (8, 8))


def test_two_strays_of_one_side_are_led_home() -> None:
    tabletop = OnOffTabletop()
    tabletop.stray(at("b1"), at("c4"))
    tabletop.stray(at("f1"), at("f4"))
    assert tabletop.set_up_by_lights() <= 4
    said = "".join(tabletop.trace)
    assert "magnet" not in said
    assert "a black piece" not in said


@pytest.mark.parametrize("seed", range(12))
def test_any_strays_are_led_home(seed: int) -> None:
    tabletop, chance = OnOffTabletop(seed), random.Random(seed)
    row = chance.choice((range(8), range(56, 64)))
    for origin in chance.sample(row, chance.choice((2, 3))):
        free = [s for s in range(64) if s not in tabletop.standing]
        tabletop.stray(origin, chance.choice(free))
    tabletop.set_up_by_lights()


@pytest.mark.parametrize("seed", range(12))
def test_a_round_is_set_up_from_where_the_last_was_left(seed: int) -> None:
    tabletop, chance = OnOffTabletop(seed), random.Random(seed)
    game = tabletop.session.game
    position = game.start()
    for _ in range(chance.randint(4, 16)):
        if game.outcome(position) is None:
            position = game.play(position, chance.choice(list(game.legal_moves(position))))
    places = tokens_of(game.pieces(position))
    tabletop._standing = {square: Stand(token) for square, token in places.items()}
    tabletop.set_up_by_lights()


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_resumed_though_pieces_were_moved_over_night(seed: int) -> None:
    tabletop, chance = OnOffTabletop(seed), random.Random(seed)
    game = tabletop.session.game
    position = game.play(game.start(), next(iter(game.legal_moves(game.start()))))
    tabletop.session = Session(MatchSettings(game), position)
    places = tokens_of(game.pieces(position))
    tabletop._standing = {square: Stand(token) for square, token in places.items()}
    for origin in chance.sample(sorted(places), 3):
        free = [s for s in range(64) if s not in tabletop.standing]
        tabletop.stray(origin, chance.choice(free))
    tabletop.set_up_by_lights()
