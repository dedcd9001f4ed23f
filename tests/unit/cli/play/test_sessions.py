"""Sessions that options of the command line ask for."""

from __future__ import annotations

import random

import pytest

from host.cli.parser import parser
from host.cli.play.sessions import agreed_game, new_session
from host.engine.game import Side
from tests.unit.cli.answers import Captured

DRAWS, SEED = 40, 7


def sides(*arguments: str) -> set[tuple[Side, str]]:
    """Return the sides of the computer in some sessions, with the remarks on them."""
    options = parser().parse_args(["play", *arguments])
    random.seed(SEED)
    found = set()
    for _ in range(DRAWS):
        session, remarks = new_session(options, agreed_game(options)[0])
        assert session.settings.opponent is not None
        found.add((session.settings.opponent.side, " ".join(map(str, remarks))))
    return found


def test_the_computer_plays_white_unless_told_otherwise() -> None:
    assert sides("five", "--opponent", "4") == {(Side.WHITE, "")}
    assert sides("five", "--opponent", "4", "--opponent-plays", "black") == {(Side.BLACK, "")}


def test_the_lot_may_decide_who_is_light() -> None:
    assert sides("five", "--opponent", "4", "--opponent-plays", "lot") == {
        (Side.WHITE, "By lot, you play Black and the computer plays White."),
        (Side.BLACK, "By lot, you play White and the computer plays Black."),
    }


def test_another_side_is_refused(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["play", "--opponent-plays", "red"])
    assert "'red' is neither white nor black, nor lot" in capsys.readouterr().err


def test_the_lot_may_decide_between_two_people_too() -> None:
    random.seed(SEED)
    found = set()
    for words in (["play"], ["play", "--opponent-plays", "lot"]) * DRAWS:
        options = parser().parse_args(words)
        session, remarks = new_session(options, agreed_game(options)[0])
        assert session.settings.opponent is None
        found.add((len(words), *map(str, remarks)))
    assert found == {
        (1,),
        (3, "By lot, whoever asked for this game plays White."),
        (3, "By lot, whoever asked for this game plays Black."),
    }
