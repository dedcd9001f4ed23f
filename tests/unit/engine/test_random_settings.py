"""Random settings are drawn once, and only if they were not given."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Configurable, Setting, Side
from host.engine.random_settings import (
    Draw,
    DrawnGame,
    open_settings,
    redraw_settings,
    settings_by_lot,
)
from host.engine.registry import game_named, playable_games
from host.recognition.history import StoredPly
from host.session.match_settings import MatchSettings
from host.session.session import Session

BY_LOT = [
    (game.name, setting)
    for game in playable_games()
    if isinstance(game, Configurable)
    for setting in game.settings
    if setting.by_lot
]


def chance(seed: int) -> Draw:
    seeded = random.Random(seed)
    return lambda setting: seeded.choice(setting.values)


def draw_settings(name: str, draw: Draw) -> DrawnGame:
    return redraw_settings(game_named(name), open_settings(name), draw)


def test_there_is_a_game_with_something_to_draw() -> None:
    assert BY_LOT


@pytest.mark.parametrize(("name", "setting"), BY_LOT)
def test_every_value_is_drawn_in_its_turn_and_told(name: str, setting: Setting) -> None:
    drawn = [draw_settings(name, chance(seed)) for seed in range(40)]
    assert len({each.game.name for each in drawn}) == len(setting.values)
    assert all(len(each.sentences) == 1 for each in drawn)
    assert {each.drawn for each in drawn} == {(setting.name,)}


@pytest.mark.parametrize(("name", "setting"), BY_LOT)
def test_what_players_have_said_is_not_drawn(name: str, setting: Setting) -> None:
    for value in setting.values:
        said = f"{name}:{setting.name}={value}"
        assert draw_settings(said, chance(1)) == DrawnGame(game_named(said))


def test_the_sentence_tells_who_begins() -> None:
    for seed in range(10):
        game, (sentence,), _ = draw_settings("hasami:limit=30", chance(seed))
        assert str(sentence) == f"By lot, {game.turn(game.start()).label} begins."
        assert "limit=30" in game.name, "what else was agreed on stays"
    drawn = [draw_settings("hasami", chance(seed)).game for seed in range(10)]
    assert {game.turn(game.start()) for game in drawn} == set(Side)


@pytest.mark.parametrize("name", ["kamisado-single", "seega"])
def test_nothing_is_drawn_where_the_rules_draw_nothing(name: str) -> None:
    assert draw_settings(name, chance(1)) == DrawnGame(game_named(name))
    assert settings_by_lot(game_named(name)) == ()
    assert redraw_settings(game_named(name), (), chance(1)).game == game_named(name)


@pytest.mark.parametrize("first", ["white", "black"])
def test_lots_are_drawn_again_for_every_game_whatever_they_were(first: str) -> None:
    game = game_named(f"hasami:limit=30,first={first}")
    drawn = [redraw_settings(game, settings_by_lot(game), chance(seed)) for seed in range(10)]
    assert {again.game.name for again in drawn} == {
        "hasami:limit=30",
        "hasami:limit=30,first=black",
    }
    for again in drawn:
        beginner = again.game.turn(again.game.start()).label
        assert tuple(map(str, again.sentences)) == (f"By lot, {beginner} begins.",)
        assert again.drawn == ("first",)


def begun_again(moves: list[str], lots: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return the side that begins the game after one with these moves, and its announcement."""
    game = game_named("hasami:first=black")
    session = Session(MatchSettings(game, drawn=lots))
    session.restore([StoredPly(move) for move in moves])
    notices = session.new_game(0)
    assert session.settings.drawn == lots
    return session.view().turn.label, [notice.text for notice in notices]


def test_a_game_that_is_begun_again_has_its_lots_drawn_anew() -> None:
    games = [[f"{file}9{file}{rank}"] for file in "abc" for rank in range(2, 9)]
    after = [begun_again(moves, ("first",)) for moves in games]
    assert {beginner for beginner, _ in after} == {"White", "Black"}
    for beginner, said in after:
        assert said[:2] == ["A new game: hasami shogi.", f"By lot, {beginner} begins."]
    assert [begun_again(moves, ("first",)) for moves in games] == after, "as a trace is played back"


def test_who_begins_stays_as_players_have_said_it() -> None:
    for rank in range(2, 9):
        beginner, said = begun_again([f"a9a{rank}"], ())
        assert beginner == "Black"
        assert said[0] == "A new game: hasami shogi."
        assert "By lot" not in " ".join(said)


def test_a_game_that_has_not_been_played_is_not_drawn_again() -> None:
    for _ in range(8):
        beginner, said = begun_again([], ("first",))
        assert beginner == "Black"
        assert "By lot" not in " ".join(said)


def test_a_lot_that_is_named_for_another_setting_is_none() -> None:
    game = game_named("hasami")
    assert redraw_settings(game, ("limit", "luck"), lambda setting: "30").drawn == ("limit",)
    assert redraw_settings(game, ("luck",), chance(1)) == DrawnGame(game)
