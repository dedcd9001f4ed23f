"""Proven values of moves in a session, and their display."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from host.ai.players.opponent import Opponent
from host.ai.solver.adapter import Value
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import prove_position
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.guidance import phrases
from host.guidance.marks import Help
from host.recognition.snapshot import snapshot_of
from host.session.analysis import KEPT, Analysis, HelpUsed, Hint
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.requests import SetHelp
from host.session.session import Session
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand

ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"
"""White's green tower must move: three squares take it home, and one does not."""
LATE = "ygk1rb1p/5nO1/1o6/8/8/5Y2/8/1RP1NGBK w k"
"""Four moves of White's pink tower win and three lose, which is soon proven."""
AFTER_D8D3 = "obp1yrgn/8/8/8/8/3k4/8/NGRYKPBO w p"
LOOKS: Mapping[Value, tuple[str, str]] = {
    "win": ("winning", "proven"),
    "loss": ("losing", "square"),
    "unknown": ("legal", "unknown"),
}


def teach(hand: SnapshotHand) -> dict[str, Value]:
    """Let the session learn what the solver proves of its position; by the moves' texts."""
    session, game = hand.session, hand.session.game
    verdict = prove_position(Solver(), game, session.position)
    moves = {game.parse_move(session.position, text): v for text, v in verdict.moves.items()}
    session.analysis.learn(session.position, moves)
    return verdict.moves


def looks(hand: SnapshotHand) -> dict[str, tuple[str, str]]:
    """Entry and role of the squares where a piece may go."""
    entries = ("winning", "losing", "legal", "push")
    return {
        square_name(mark.square, 8): (mark.entry, mark.role)
        for mark in hand.view.marks
        if mark.entry in entries and mark.role != "origin"
    }


@pytest.mark.slow
def test_each_square_is_shown_as_it_is_proven_and_as_not_known_before() -> None:
    hand = SnapshotHand(LATE, help_level=Help.PROVEN)
    before = looks(hand)
    assert set(before.values()) == {LOOKS["unknown"]}
    values = teach(hand)
    expected = {text[2:4]: LOOKS[value] for text, value in values.items()}
    assert set(before) == set(expected)
    assert looks(hand) == expected, "the required tower's squares, before it is lifted"
    hand.lift("h1")
    assert looks(hand) == expected


def test_where_any_tower_may_move_the_lifted_one_decides() -> None:
    hand = SnapshotHand(help_level=Help.PROVEN)
    values = teach(hand)
    assert looks(hand) == {}
    hand.lift("d8")
    shown = looks(hand)
    assert shown == {t[2:4]: LOOKS[v] for t, v in values.items() if t[:2] == "d8"}
    assert {square for square, look in shown.items() if look == LOOKS["win"]} == {"d3", "d4"}


def test_a_move_that_ends_the_round_is_told_from_one_that_is_proven_to_win() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, help_level=Help.PROVEN)
    values = teach(hand)
    shown = looks(hand)
    home = {square for square in shown if square.endswith("8")}
    assert home
    assert {shown[square] for square in home} == {("winning", "square")}
    assert all(values[f"f7{square}"] == "win" for square in home)


@pytest.mark.parametrize("level", [Help.OFF, Help.REQUIRED, Help.LEGAL])
def test_at_no_other_level_anything_that_is_proven_is_shown(level: Help) -> None:
    hand = SnapshotHand(AFTER_D8D3, help_level=level)
    teach(hand)
    proven = {("winning", "proven"), ("losing", "square"), ("legal", "unknown")}
    assert not proven & set(looks(hand).values())
    hand.lift("f1")
    assert not proven & set(looks(hand).values())


def test_a_tower_that_slides_on_is_shown_the_values_of_the_move_it_still_makes() -> None:
    hand = SnapshotHand(help_level=Help.PROVEN)
    values = teach(hand)
    hand.lift("d8")
    hand.put("d5", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["d8d5"]
    hand.lift("d5")
    assert looks(hand)["d4"] == LOOKS["win"]
    assert looks(hand)["d6"] == LOOKS[values["d8d6"]] == LOOKS["loss"]


@pytest.mark.parametrize(("clock", "touch_move"), [("10+5", False), ("", True)])
def test_a_game_in_earnest_begins_without_it(clock: str, touch_move: bool) -> None:
    hand = SnapshotHand(help_level=Help.PROVEN)
    session = hand.session
    session.new_game(hand.now_ms, MatchSettings(session.game))
    assert session.help is Help.PROVEN, "a new game of the same kind leaves it on"
    control = parse_control(clock) if clock else None
    session.new_game(hand.now_ms, MatchSettings(session.game, control, touch_move))
    assert session.help is Help.LEGAL
    with pytest.raises(ValueError, match="With a clock, touch-move"):
        session.handle(SetHelp(Help.PROVEN), hand.now_ms)
    assert session.help is Help.LEGAL


def test_only_so_many_positions_are_remembered() -> None:
    analysis: Analysis[int, int] = Analysis()
    for position in range(KEPT + 1):
        analysis.learn(position, {position: "win"})
    assert analysis.values([0]) == {}
    assert analysis.values([1, KEPT]) == {1: "win", KEPT: "win"}
    analysis.learn(1, {1: "unknown", 2: "win"})
    assert not analysis.complete(1)
    assert analysis.complete(KEPT)
    assert not analysis.complete(0)


def test_a_hint_is_asked_for_once_and_told_again_from_memory() -> None:
    hand = SnapshotHand(AFTER_D8D3)
    session = hand.session
    assert session.ask_hint() == []
    assert session.analysis.asked == session.position
    assert hand.view.hint is None
    hint = Hint("f1f2", "Hint: go there.", 5, 13)
    session.analysis.tell(session.position, hint)
    assert session.analysis.asked is None
    assert hand.view.hint == hint
    assert hand.marked("execute") == {"f1", "f2"}
    assert session.ask_hint() == []
    assert session.analysis.asked is None
    hand.move("f1f2")
    assert hand.view.hint is None
    assert hand.marked("execute") == set()
    assert hand.view.aids == {1: HelpUsed.HINT}
    session.take_back(hand.now_ms)
    hand.move("f2f1")
    hand.move("f1f3")
    assert hand.view.aids == {1: HelpUsed.HINT}, "who was told once has been told"


def test_a_move_is_helped_by_proven_values_that_were_shown_and_more_by_a_hint() -> None:
    hand = SnapshotHand(AFTER_D8D3, help_level=Help.PROVEN)
    teach(hand)
    hand.session.analysis.tell(hand.session.position, Hint("f1f2", "", 5, 13))
    teach(hand)
    hand.move("f1f2")
    assert hand.view.aids == {1: HelpUsed.HINT}
    teach(hand)
    hand.move("d3d2")
    assert hand.texts == ["f1f2", "d3d2"]
    assert hand.view.aids == {1: HelpUsed.HINT, 2: HelpUsed.PROVEN}


@pytest.mark.parametrize("level", list(Help))
def test_in_earnest_no_hint_is_given_at_any_level_of_help(level: Help) -> None:
    hand = SnapshotHand(help_level=level, clock="10+5")
    assert hand.session.help is not Help.PROVEN
    assert [notice.text for notice in hand.session.ask_hint()] == [str(phrases.NO_HINT)]
    assert hand.session.analysis.asked is None


def test_no_hint_is_given_while_nobody_is_to_move() -> None:
    hand = SnapshotHand(ONE_FROM_HOME)
    hand.move("f7e8", rest_ms=1500)
    assert hand.session.outcome is not None
    assert [notice.text for notice in hand.session.ask_hint()] == [str(phrases.NO_HINT_NOW)]


def test_no_hint_is_given_for_the_computers_move() -> None:
    game = game_named("kamisado")
    session = Session(MatchSettings(game, opponent=Opponent(Side.BLACK, 4)))
    session.see(snapshot_of(game.pieces(game.start()), 64), 0)
    assert session.view().phase is Phase.PLAY
    assert [notice.text for notice in session.ask_hint()] == [str(phrases.no_hint_yet(None))]
    assert session.analysis.asked is None
