"""Settings of games in the words of their players."""

from __future__ import annotations

import pytest

from host.engine.game import AnyGame, Configurable
from host.engine.registry import game_named, playable_games
from host.engine.settings import agreed_settings, value_words
from host.message import Message

CONFIGURABLE = [game for game in playable_games() if isinstance(game, Configurable)]


@pytest.mark.parametrize("game", CONFIGURABLE, ids=lambda game: game.name)
def test_each_value_of_each_setting_is_a_number_or_has_words(game: AnyGame) -> None:
    assert isinstance(game, Configurable)
    for setting in game.settings:
        for value in (*setting.values, setting.default):
            assert value.isdigit() or isinstance(value_words(value), Message)
            other = "7" if not setting.values else setting.values[-1]
            changed = game.with_settings({setting.name: other})
            told = " ".join(map(str, agreed_settings(changed)))
            assert str(value_words(other)) in told or other == setting.default


def test_the_settings_are_told_in_the_order_of_the_name() -> None:
    game = game_named("hasami:line_capture=yes,limit=30,first=black")
    assert list(map(str, agreed_settings(game))) == [
        "line capture yes",
        "limit 30",
        "Black begins",
    ]
    assert agreed_settings(game_named("hasami")) == ()
