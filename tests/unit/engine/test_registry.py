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
    with pytest.raises(ValueError, match=r"no game 'chess'; there are: .*kamisado"):
        game_named("chess")


def test_a_series_of_an_agreed_length_is_made_when_it_is_asked_for() -> None:
    game = game_named("kamisado-series-5")
    assert game.name == "kamisado-series-5"
    assert game == game_named("kamisado-series-5") != game_named("kamisado-series")


@pytest.mark.parametrize("name", ["kamisado-", "kamisado-short", "kamisado-series-0", "Kamisado"])
def test_a_match_of_no_format_is_no_game(name: str) -> None:
    with pytest.raises(ValueError, match=f"no game '{name}'; there are: .*kamisado, kamisado-long"):
        game_named(name)
