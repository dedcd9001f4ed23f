"""Puzzles on the board while a game waits."""

from __future__ import annotations

import pytest

from host.app.mode_switch import ModeSwitch
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.modes.puzzle import PuzzleMode
from host.session.modes.replay import Replay
from host.session.modes.tutorial import Tutorial
from host.session.requests import ShowPuzzle
from host.session.session import Session
from tests.unit.session.modes.test_puzzle import Hand


def test_puzzles_that_were_left_go_on_with_the_first_that_is_not_solved() -> None:
    session = Session(MatchSettings(game_named("kamisado-single")))
    found: list[int] = []
    switch = ModeSwitch(session)
    switch.turn_to_puzzles(session, ShowPuzzle(), 0, found.append)
    hand = Hand(1)
    assert isinstance(switch.mode, PuzzleMode)
    hand.mode = switch.mode
    hand.wait(1000)
    hand.move(hand.puzzle.solution)
    assert hand.state == "solved"
    switch.leave_puzzles()
    assert switch.mode is session
    switch.turn_to_puzzles(session, ShowPuzzle(), hand.now_ms)
    again = switch.mode.view().puzzle
    assert again is not None
    assert (again.number, again.solved) == (2, 1)
    switch.leave_puzzles()
    switch.turn_to_puzzles(session, ShowPuzzle(number=1), hand.now_ms)
    again = switch.mode.view().puzzle
    assert again is not None
    assert (again.number, again.solved) == (1, 1)
    assert found == [1]


def record() -> Replay:
    game = game_named("hasami")
    return Replay(game, game.start(), (), game_waits=True)


def test_a_record_has_the_board_until_it_is_left_also_after_a_tutorial() -> None:
    session = Session(MatchSettings(game_named("kamisado-single")))
    switch = ModeSwitch(session)
    for mode in (Tutorial("kamisado", 1), record(), record()):
        switch.turn_to(mode)
        assert (switch.mode, switch.session) == (mode, session)
    switch.leave_puzzles()
    assert switch.mode is session


def test_a_game_with_a_clock_is_not_left_for_a_record() -> None:
    game = game_named("kamisado-single")
    session = Session(MatchSettings(game, parse_control("10+5")))
    switch = ModeSwitch(session)
    switch.turn_to(record())
    switch.leave_puzzles()
    session.restore([StoredPly("d8d4", (1, 1))], (1, 1))
    switch = ModeSwitch(session)
    with pytest.raises(ValueError, match="everything else has to wait"):
        switch.turn_to(record())


def test_a_record_that_the_program_was_started_with_makes_room_for_no_other() -> None:
    with pytest.raises(ValueError, match="This is a record"):
        ModeSwitch(record()).turn_to(record())
