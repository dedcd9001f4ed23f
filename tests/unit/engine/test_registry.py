"""Games by name."""

from __future__ import annotations

import pytest

from host.engine.registry import GAMES, game_named


def test_every_game_is_found_under_its_own_name() -> None:
    assert GAMES
    for name, game in GAMES.items():
        assert game.name == name
        assert game_named(name) is game


def test_an_unknown_name_is_quoted_and_the_known_ones_are_listed() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are: kamisado"):
        game_named("chess")
