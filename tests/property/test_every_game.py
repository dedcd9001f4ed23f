"""The contract of the `Game` protocol holds in every game of the registry."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine.game import AnyGame, Configurable
from host.engine.registry import GAMES, game_named
from tests.property.contract import check_position, walk

IN_ITS_OWN_TIME = settings(deadline=None, max_examples=8)  # a busy machine is no reason to fail
LONGEST = 3000  # plies of a game that is played by chance; one that gets there does not end

FORMATS_ALIKE = "kamisado-"  # the formats of a match differ in when it ends: two are enough
NAMES = [
    name
    for name in (*GAMES, "hasami:line_capture=yes,limit=5,first=black", "five:limit=8")
    if not name.startswith(FORMATS_ALIKE) or name.endswith(("-standard", "-series"))
]


@pytest.mark.parametrize("name", NAMES)
@IN_ITS_OWN_TIME
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 150))
@pytest.mark.slow
def test_all_that_can_be_asked_in_a_position_agrees(name: str, seed: int, plies: int) -> None:
    game = game_named(name)
    *_, position = walk(game, seed, plies)
    check_position(game, position)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_is_played_by_chance_ends(name: str, seed: int) -> None:
    game = game_named(name)
    *_, last = walk(game, seed, LONGEST)
    if name != "kamisado-series":  # which goes on as long as the players like
        assert game.outcome(last) is not None
    check_position(game, last)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_tells_what_it_is_and_begins_where_somebody_can_move(game: AnyGame) -> None:
    assert game.name.isascii()
    assert game.name == game.name.lower()
    assert str(game.title)
    files, ranks = game.size
    assert 0 < files <= 26
    assert 0 < ranks <= 26
    assert game.legal_moves(game.start())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_setting_is_kept_in_the_name(game: AnyGame) -> None:
    if not isinstance(game, Configurable):
        return
    assert len({setting.name for setting in game.settings}) == len(game.settings)
    for setting in game.settings:
        assert not str(setting.words).endswith(".")
        for value in setting.values or ("1", "7", setting.default):
            adjusted = game.with_settings({setting.name: value})
            assert game_named(adjusted.name) == adjusted
            assert (adjusted == game) == (value == setting.default)
            with pytest.raises(ValueError, match="'surely none'"):
                adjusted.with_settings({setting.name: "surely none"})
