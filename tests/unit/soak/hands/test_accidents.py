"""Accidents of modelled hands."""

from __future__ import annotations

import random
from collections import Counter

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.session.match_settings import MatchSettings
from host.session.session import Session
from soak.hands.accidents import Accidents
from soak.intended_game import IntendedGame
from soak.session_tabletop import SessionTabletop


def test_no_piece_is_bumped_out_of_its_home_row_where_that_ends_the_game() -> None:
    game, chance = game_named("hasami:limit=1"), random.Random(1)
    tabletop = SessionTabletop(Session(MatchSettings(game)), chance)
    intended = IntendedGame(game)
    hands = Accidents(tabletop, chance, intended, Counter())
    home = [s for s, stand in tabletop.standing.items() if stand.token.side is Side.BLACK]
    assert any(set(home) == set(hands._displaced()) for _ in range(99))

    a1, a2 = (parse_square(name, game.size) for name in ("a1", "a2"))
    tabletop.put(tabletop.lift(a1), a2)
    intended.play(game.parse_move(intended.position, "a1a2"))
    others = [square for square in tabletop.standing if square not in home]
    assert a2 in others
    displaced = {square for _ in range(99) for square in hands._displaced()}
    assert displaced == set(others)


def test_the_piece_that_moved_last_is_bumped_together_with_others_and_led_home() -> None:
    game, chance = game_named("kamisado-single"), random.Random(1)
    tabletop = SessionTabletop(Session(MatchSettings(game)), chance)
    intended, counts = IntendedGame(game), Counter[str]()
    hands = Accidents(tabletop, chance, intended, counts)
    hands._bump_last()
    assert counts["bumps"] == 1, "nothing has moved yet"
    tabletop.wait(6000)
    d8, d5 = (parse_square(name, game.size) for name in ("d8", "d5"))
    hands.carry(d8, d5)
    intended.play(game.parse_move(intended.position, "d8d5"))
    tabletop.wait(1000)
    for bumps in range(1, 6):
        hands._bump_last()
        tabletop.wait(1000)
        assert counts["bumps of the last piece and others"] == bumps
        assert tabletop.moves() == ["d8d5"]
        standing = {square: stand.token for square, stand in tabletop.standing.items()}
        assert standing == intended.places
