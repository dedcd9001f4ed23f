"""`kamisado tournament`: levels rated, the same figures by however many processes."""

from __future__ import annotations

import json

import pytest

from host.cli.main import main
from tests.unit.cli.answers import Captured, printed


@pytest.mark.slow
def test_higher_levels_are_rated_higher_and_the_figures_do_not_depend_on_the_processes(
    capsys: Captured,
) -> None:
    arguments = ["tournament", "--levels", "1,4,8", "--games", "10", "--seed", "3", "--json"]
    told = printed(capsys, *arguments)
    found = json.loads(told)
    assert [rating["level"] for rating in found["ratings"]] == [1, 4, 8]
    elos = [rating["elo"] for rating in found["ratings"]]
    assert elos == sorted(elos)
    assert sum(elos) == pytest.approx(0, abs=0.2)
    assert all(0 < rating["error"] < 300 for rating in found["ratings"])
    assert [rating["games"] for rating in found["ratings"]] == [20, 20, 20]
    assert sum(found["wins"].values()) == 30
    assert printed(capsys, *arguments, "--jobs", "2") == told


@pytest.mark.slow
def test_any_game_is_played_and_a_drawn_one_is_half_won_by_each(capsys: Captured) -> None:
    # Nothing can be taken in one move of each side: the stones are counted, and are equal.
    drawn = ["tournament", "--game", "hasami:limit=1", "--levels", "1-2", "--games", "3", "--json"]
    found = json.loads(printed(capsys, *drawn))
    assert found["game"] == "hasami:limit=1"
    assert found["wins"] == {"1-2": 1.5, "2-1": 1.5}
    assert [rating["elo"] for rating in found["ratings"]] == [0, 0]
    played = ["tournament", "--game", "five", "--levels", "1,6", "--games", "2"]
    told = printed(capsys, *played).splitlines()
    assert [line.split()[0] for line in told[1:3]] == ["1", "6"]
    assert "it overlooks less" in told[2]
    assert "2 games for every two" in told[-1]
    assert "drawn ones as halves" in told[-1]


def test_the_table_for_people_has_a_line_for_each_level(capsys: Captured) -> None:
    told = printed(capsys, "tournament", "--levels", "1-2", "--games", "2").splitlines()
    assert told[0].split()[:4] == ["level", "Elo", "+-95%", "wins"]
    assert [line.split()[0] for line in told[1:3]] == ["1", "2"]
    assert "2 rounds for every two" in told[-1]


@pytest.mark.parametrize("text", ["3", "0-4", "2,11", "a", "1-2-3"])
def test_levels_that_there_are_not_are_quoted(capsys: Captured, text: str) -> None:
    with pytest.raises(SystemExit):
        main(["tournament", "--levels", text])
    assert "write 1-10 or 2,5,8" in capsys.readouterr().err
