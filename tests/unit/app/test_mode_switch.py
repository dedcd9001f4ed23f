"""Puzzles on the board while a game waits."""

from __future__ import annotations

from host.app.mode_switch import ModeSwitch
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.modes.puzzle import PuzzleMode
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
