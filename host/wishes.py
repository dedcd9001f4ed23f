"""What displays wish for, granted: a request of PAGE.md becomes a call.

Requests that move the pieces of a virtual board are not here: they concern the hand, not the
game, and `desk.py` sends them to the simulator.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from host.clock import TimeControl, parse_control
from host.engine.registry import game_named
from host.guidance import Help
from host.session import Session
from host.table import Course
from host.view import Notice


def grant(course: Course, wish: Mapping[str, object], now_ms: int) -> list[Notice] | None:
    """Do what a display wishes.

    Args:
        course: what runs on the board.
        wish: a request of PAGE.md.
        now_ms: the time.

    Returns:
        What there is to say of it; None if it is no wish that is known here.

    Raises:
        ValueError: it cannot be granted; the sentence says why, and nothing has changed.
    """
    if isinstance(course, Session):
        return _play(course, wish, now_ms)
    return None


def _play(
    session: Session[Hashable, Hashable], wish: Mapping[str, object], now_ms: int
) -> list[Notice] | None:
    match wish:
        case {"t": "takeback"}:
            return session.take_back(now_ms)
        case {"t": "new", "game": str(name), "clock": str(clock)}:
            return session.new_game(now_ms, game_named(name), control_of(clock))
        case {"t": "new", "game": str(name)}:
            return session.new_game(now_ms, game_named(name))
        case {"t": "new", **rest} if not rest:
            return session.new_game(now_ms)
        case {"t": "choose", "text": str(text)}:
            return session.choose(text, now_ms)
        case {"t": "confirm"}:
            return session.confirm()
        case {"t": "help", "level": str(level)} if level in {known.value for known in Help}:
            session.help = Help(level)
            return []
    return None


def control_of(text: str) -> TimeControl | None:
    """The time control that a text such as "10+5" describes; None for the empty one.

    Raises:
        ValueError: it is malformed; the message quotes it.
    """
    return parse_control(text) if text else None
