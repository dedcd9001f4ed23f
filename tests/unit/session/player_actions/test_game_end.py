"""A game ended by its players: as text, restored, and in a trace."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from host.engine.game import AnyGame, Side
from host.engine.registry import game_named
from host.engine.termination import (
    Termination,
    agreement,
    out_of_time,
    parse_termination,
    resignation,
)
from host.session.view import Action, Phase
from host.storage.trace import decode
from host.storage.trace_player import session_of
from host.storage.trace_recorder import TraceRecorder
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import (
    SERIES,
    playing,
)

# The text


DRAWN = game_named(SERIES)
UNEVEN = game_named("hasami")
MORE = UNEVEN.parse_position("9/9/9/4ss3/9/9/9/9/SSS6 w 0")


@pytest.mark.parametrize(
    ("termination", "game", "position", "text"),
    [
        (resignation(Side.WHITE), DRAWN, DRAWN.start(), "white resigns"),
        (resignation(Side.BLACK), DRAWN, DRAWN.start(), "black resigns"),
        (out_of_time(Side.WHITE), DRAWN, DRAWN.start(), "white out of time"),
        (agreement(DRAWN, DRAWN.start()), DRAWN, DRAWN.start(), "draw agreed"),
        (agreement(UNEVEN, MORE), UNEVEN, MORE, "end agreed"),
    ],
)
def test_the_text_of_a_settlement_is_read_again(
    termination: Termination, game: AnyGame, position: Hashable, text: str
) -> None:
    assert str(termination) == text
    assert parse_termination(text, game, position) == termination


def test_a_game_whose_points_decide_is_not_ended_by_agreement() -> None:
    game = game_named("kamisado-standard")
    with pytest.raises(ValueError, match="'kamisado-standard' cannot be ended by agreement"):
        parse_termination("draw agreed", game, game.start())


def test_no_other_text_is_a_settlement() -> None:
    with pytest.raises(ValueError, match="'green resigns' is not a way for a game to end"):
        parse_termination("green resigns", DRAWN, DRAWN.start())


def test_a_settled_game_is_restored_as_it_was() -> None:
    hand = playing()
    again = SnapshotHand(game="kamisado-standard")
    again.session.restore(hand.session.plies, None, "white resigns")
    again.snapshot = hand.snapshot
    again.wait(1000)
    assert again.view.phase is Phase.ENDED
    assert again.view.outcome == resignation(Side.WHITE).outcome


def test_a_trace_begins_with_what_was_settled_and_whether_moves_stand() -> None:
    hand = playing(touch_move=True)
    hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    lines: list[str] = []
    TraceRecorder(hand.session, lines.append)
    again = session_of(decode("".join(lines)).header)
    assert again.settings.touch_move
    assert again.termination == resignation(Side.WHITE)
    assert [ply.text for ply in again.plies] == ["d8d4"]
