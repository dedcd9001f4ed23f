"""Sessions that options of the command line ask for."""

from __future__ import annotations

import random

import pytest

from host.cli.parser import parser
from host.cli.play.sessions import agreed_game, new_session, side_remarks
from host.engine.game import Side
from tests.unit.cli.answers import Captured

DRAWS, SEED = 40, 7


def sides(*arguments: str) -> set[tuple[Side, str]]:
    """Return the sides of the computer in some sessions, with the remarks on them."""
    options = parser().parse_args(["play", *arguments])
    random.seed(SEED)
    found = set()
    for _ in range(DRAWS):
        session = new_session(options, agreed_game(options)[0])
        assert session.settings.opponent is not None
        remarks = " ".join(map(str, side_remarks(options, session)))
        found.add((session.settings.opponent.side, remarks))
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


def test_without_a_computer_nothing_is_drawn() -> None:
    options = parser().parse_args(["play", "--opponent-plays", "lot"])
    assert side_remarks(options, new_session(options, agreed_game(options)[0])) == ()
