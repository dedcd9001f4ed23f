"""States of matches as the terminal is told them."""

from __future__ import annotations

import re

from host.engine.kamisado.round import KamisadoRound
from host.engine.squares import parse_square
from host.recognition.snapshot import SquareState, snapshot_of
from host.recognition.times import CHECK_MS
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.ui.messages.hello import hello_message
from host.ui.messages.state import MarkData, StateMessage, state_message

GAME = KamisadoRound()
ANSI = re.compile(r"\x1b\[[0-9;]*m")

HELLO = hello_message(GAME, "", True, "", [], None)


def played(*steps: str, position: str | None = None) -> StateMessage:
    """The state after lifts (`d8`) and moves (`d8d4`) on a board, as the page is told it."""
    start = None if position is None else GAME.parse_position(position)
    session = Session(MatchSettings(GAME), start)
    snapshot = list(snapshot_of(GAME.pieces(session.position), 64))
    now_ms = 0
    for step in ("", *steps):
        if step:
            origin = parse_square(step[:2], GAME.size)
            seen, snapshot[origin] = snapshot[origin], SquareState.EMPTY
            if len(step) == 4:
                snapshot[parse_square(step[2:], GAME.size)] = seen
        session.see(tuple(snapshot), now_ms)
        now_ms += 2000 if step else CHECK_MS + 1000
        session.tick(now_ms)
        session.tick(now_ms)
    return state_of(session)


def state_of(session: Session) -> StateMessage:  # type: ignore[type-arg]
    return state_message(GAME, session.view(), 1, {"state": "up", "text": "Virtual board"})


def mark(
    square: str, entry: str, role: str, tint: str | None = None, side: str | None = None
) -> MarkData:
    lit = {"square": square, "entry": entry, "role": role, "words": ""}
    return {**lit, "colour": tint, "side": side}  # type: ignore[typeddict-item]


def cell(text: str, square: str, width: int = 7, files: str = "abcdefgh") -> str:
    """Return the text of a square, without the blanks around it."""
    lines = ANSI.sub("", text).splitlines()
    line = next(line for line in lines if line.startswith(f"  {square[1]} "))
    at = 4 + width * files.index(square[0])
    return line[at : at + width].strip()
