"""Games by name."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

import host.engine
from host.engine.registry import GAMES, game_named


def modules() -> Iterator[str]:
    """Names of all modules of the engine."""
    for module in pkgutil.walk_packages(host.engine.__path__, "host.engine."):
        yield module.name


def test_every_game_is_found_under_its_own_name() -> None:
    assert GAMES
    for name, game in GAMES.items():
        assert game.name == name
        assert game_named(name) is game


def test_every_game_of_the_engine_is_in_the_registry() -> None:
    registered = {type(game) for game in GAMES.values()}
    forgotten = [
        f"{module.__name__} has {found.__name__}, but host/engine/registry.py has not"
        for module in map(import_module, modules())
        for found in vars(module).values()
        if isinstance(found, type)
        and found.__module__ == module.__name__
        and {"legal_moves", "play", "outcome"} <= set(dir(found))
        and not (inspect.isabstract(found) or getattr(found, "_is_protocol", False))
        and found not in registered
    ]
    assert forgotten == []


def test_an_unknown_name_is_quoted_and_the_known_ones_are_listed() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'chess'; choose one of .*kamisado"):
        game_named("chess")


def test_a_series_of_an_agreed_length_is_made_when_it_is_asked_for() -> None:
    game = game_named("kamisado-series-5")
    assert game.name == "kamisado-series-5"
    assert game == game_named("kamisado-series-5") != game_named("kamisado-series")


@pytest.mark.parametrize("name", ["kamisado-", "kamisado-short", "kamisado-series-0", "Kamisado"])
def test_a_match_of_no_format_is_no_game(name: str) -> None:
    with pytest.raises(
        ValueError, match=rf"unknown game '{name}'; choose one of .*kamisado, kamisado-long"
    ):
        game_named(name)


@pytest.mark.parametrize(
    "name", ["hasami:limit=30,first=black", "hasami:line_capture=yes", "five:limit=7", "seega"]
)
def test_a_game_has_what_has_been_agreed_on_in_its_name(name: str) -> None:
    game = game_named(name)
    assert game.name == name
    assert game == game_named(name) != game_named("hasami")


def test_what_is_usual_and_the_order_of_settings_make_no_difference() -> None:
    assert game_named("hasami:first=black,limit=50").name == "hasami:first=black"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hasami:colour=red", "unknown setting 'colour'; choose one of line_capture, limit, first"),
        ("hasami:first=green", "first must be 'white' or 'black', not 'green'"),
        (
            "five:limit=0",
            "limit must be a whole number of 1 or more, with at most 9 digits, not '0'",
        ),
        ("five:limit=1e3", "not '1e3'"),
        ("seega:limit=1000000000", "not '1000000000'"),
        ("seega:limit", "'limit' in 'limit' is not a setting: write name=value, each once"),
        ("seega:limit=3,limit=4", "'limit=4' in 'limit=3,limit=4' is not a setting"),
    ],
)
def test_a_wrong_setting_is_quoted_and_those_there_are_listed(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        game_named(name)
