"""What the rules have drawn by lot is drawn once, and only where nobody has said it."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Adjustable, Setting, Side
from host.engine.registry import game_named, played
from host.lots import draw_lots

BY_LOT = [
    (game.name, setting)
    for game in played()
    if isinstance(game, Adjustable)
    for setting in game.settings
    if setting.by_lot
]


def test_there_is_a_game_with_something_to_draw() -> None:
    assert BY_LOT


@pytest.mark.parametrize(("name", "setting"), BY_LOT)
def test_every_value_is_drawn_in_its_turn_and_told(name: str, setting: Setting) -> None:
    drawn = [draw_lots(name, random.Random(seed)) for seed in range(40)]
    assert len({game.name for game, _ in drawn}) == len(setting.values)
    assert all(len(sentences) == 1 for _, sentences in drawn)


@pytest.mark.parametrize(("name", "setting"), BY_LOT)
def test_what_players_have_said_is_not_drawn(name: str, setting: Setting) -> None:
    for value in setting.values:
        said = f"{name}:{setting.name}={value}"
        assert draw_lots(said, random.Random(1)) == (game_named(said), [])


def test_the_sentence_tells_who_begins() -> None:
    for seed in range(10):
        game, (sentence,) = draw_lots("hasami:limit=30", random.Random(seed))
        assert sentence == f"By lot, {game.turn(game.start()).label} begins."
        assert "limit=30" in game.name, "what else was agreed on stays"
    begin = {
        game.turn(game.start())
        for game, _ in (draw_lots("hasami", random.Random(seed)) for seed in range(10))
    }
    assert begin == set(Side)


@pytest.mark.parametrize("name", ["kamisado-single", "seega"])
def test_nothing_is_drawn_where_the_rules_draw_nothing(name: str) -> None:
    assert draw_lots(name, random.Random(1)) == (game_named(name), [])
