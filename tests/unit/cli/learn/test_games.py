"""`kamisado games`, and what `kamisado play` makes of the name of a game."""

from __future__ import annotations

import json

import pytest

from host.cli.parser import parser
from host.cli.sessions import agreed_game
from host.engine.game import Configurable
from host.engine.registry import playable_games
from tests.unit.cli.answers import Captured, printed


def test_every_game_is_listed_with_its_board_and_its_settings(capsys: Captured) -> None:
    text = " ".join(printed(capsys, "games").split())
    for game in playable_games():
        assert f"{game.name} {game.title}, on a board of " in text
        for setting in game.settings if isinstance(game, Configurable) else ():
            assert f"{setting.name}: {setting.words} (" in text


def test_the_list_as_json_has_the_same(capsys: Captured) -> None:
    told = json.loads(printed(capsys, "games", "--json"))
    assert [(entry["name"], entry["title"]) for entry in told] == [
        (game.name, str(game.title)) for game in playable_games()
    ]
    assert [tuple(entry["size"]) for entry in told] == [game.size for game in playable_games()]
    settings = {entry["name"]: [s["name"] for s in entry["settings"]] for entry in told}
    assert settings["kamisado-single"] == []
    assert any(settings.values())


def agreed(*words: str) -> str:
    settings, _ = agreed_game(parser().parse_args(["play", *words]))
    return settings.game.name


def test_without_a_name_a_round_of_kamisado_is_played() -> None:
    assert agreed() == agreed("kamisado") == "kamisado-single"
    assert agreed("--match", "long") == agreed("kamisado", "--match", "long") == "kamisado-long"
    assert agreed("kamisado-series-5") == "kamisado-series-5"


def test_settings_are_said_in_the_name_or_apart() -> None:
    name = "hasami:limit=30,first=black"
    assert agreed(name) == name
    assert agreed("hasami", "--set", "limit=30", "--set", "first=black") == name
    assert agreed("hasami:limit=30", "--set", "first=black") == name


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], r"unknown game 'chess'; choose one of .*kamisado-long"),
        (
            ["hasami", "--set", "speed=9"],
            r"unknown setting 'speed'; choose one of line_capture, limit",
        ),
        (["hasami", "--set", "limit"], r"'limit' in 'limit' is not a setting: write name=value"),
        (["hasami", "--set", "limit=0"], r"limit must be a whole number .*not '0'"),
        (["kamisado", "--set", "limit=3"], r"has no settings: leave out --set 'limit=3'"),
        (["hasami", "--match", "long"], r"--match tells how kamisado is played: leave it out"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(words: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        agreed(*words)


def test_there_are_two_sizes_of_boards(capsys: Captured) -> None:
    assert parser().parse_args(["play", "--size", "9x9"]).size == (9, 9)
    with pytest.raises(SystemExit):
        parser().parse_args(["play", "--size", "7x7"])
    assert "'7x7' is no board: say 8x8 or 9x9" in capsys.readouterr().err
