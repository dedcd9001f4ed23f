"""What displays wish for, granted: a request of PAGE.md becomes a call.

Requests that move the pieces of a virtual board are not here: they concern the hand, not the
game, and `desk.py` sends them to the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from host.ai.players.opponent import Opponent, opponent_named
from host.ai.solver.adapter import check_provable
from host.engine.game import Side
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session.board_mode import BoardMode
from host.session.clock import TimeControl, parse_control
from host.session.match_settings import MatchSettings
from host.session.puzzle import PuzzleMode
from host.session.replay import Replay
from host.session.session import Session
from host.session.view import Action, Notice

_OF_PLAY = frozenset(
    {
        *("takeback", "redo", "new", "bid", "choose", "confirm"),
        *("resign", "draw", "answer", "pause", "goon", "hint"),
    }
)
"""Wishes that concern a game that is played."""


def grant(mode: BoardMode, wish: Mapping[str, object], now_ms: int) -> list[Notice] | None:
    """Do what a display wishes.

    Args:
        mode: what runs on the board.
        wish: a request of PAGE.md.
        now_ms: the time.

    Returns:
        What there is to say of it; None if it is no wish that is known here.

    Raises:
        ValueError: it cannot be granted; the sentence says why, and nothing has changed.
    """
    if isinstance(mode, Session):
        return _play(mode, wish, now_ms)
    if isinstance(mode, Replay):
        return _replay(mode, wish, now_ms)
    if isinstance(mode, PuzzleMode):
        return _puzzle(mode, wish, now_ms)
    return None


def _play(session: Session, wish: Mapping[str, object], now_ms: int) -> list[Notice] | None:
    match wish:
        case {"t": "takeback"}:
            return session.take_back(now_ms)
        case {"t": "new", "game": str(name), **rest} if _is_new(rest):
            game, control = game_named(name), control_of(str(rest.get("clock", "")))
            touch_move = rest.get("touch_move", False) is True
            opponent = _opponent(session, rest, now_ms)
            settings = MatchSettings(game, control, touch_move, opponent, _lots(rest))
            return session.new_game(now_ms, settings)
        case {"t": "bid", "move": str(text)}:
            return session.bid(text, now_ms)
        case {"t": "new", **rest} if not rest:
            return session.new_game(now_ms)
        case {"t": "redo"}:
            return session.redo(now_ms)
        case {"t": "resign", "side": "white" | "black" as side}:
            return session.resign(Side[str(side).upper()])
        case {"t": "draw", "side": "white" | "black" as side}:
            return session.offer(Action.DRAW, Side[str(side).upper()], now_ms)
        case {"t": "answer", "agree": bool(agreed)}:
            return session.answer(agreed, now_ms)
        case {"t": "hint"}:
            return session.ask_hint()
        case {"t": "pause"}:
            return session.pause(now_ms)
        case {"t": "goon"}:
            return session.go_on(now_ms)
        case {"t": "choose", "text": str(text)}:
            return session.choose(text, now_ms)
        case {"t": "confirm"}:
            return session.confirm()
        case {"t": "help", "level": str(level)} if level in {known.value for known in Help}:
            if Help(level) is Help.PROVEN:
                check_provable(session.game)
            session.help = Help(level)
            return []
        case {"t": "step" | "go"}:
            raise ValueError("This is no record: 'kamisado replay FILE' steps through one.")
    return None


def _replay(replay: Replay, wish: Mapping[str, object], now_ms: int) -> list[Notice] | None:
    match wish:
        case {"t": "step", "by": 1 | -1 as by}:
            return replay.step(by, now_ms)
        case {"t": "go", "ply": int(ply)}:
            return replay.go(ply, now_ms)
        case {"t": "help", "level": str(level)} if level in {known.value for known in Help}:
            replay.help = Help(level)
            return []
        case {"t": str(what)} if what in _OF_PLAY or what == "puzzle":
            raise ValueError("This is a record, to be stepped through: on, back, or to any ply.")
    return None


def _is_new(fields: Mapping[str, object]) -> bool:
    """Whether these may stand beside the game in a wish for a new one."""
    return (
        fields.keys() <= {"clock", "touch_move", "opponent", "plays", "lots"}
        and isinstance(fields.get("clock", ""), str)
        and isinstance(fields.get("touch_move", False), bool)
        and isinstance(fields.get("lots", []), list)
        and isinstance(fields.get("opponent", ""), str)
        and fields.get("plays", "white") in ("white", "black")
    )


def _lots(fields: Mapping[str, object]) -> tuple[str, ...]:
    """What was drawn by lot, as the desk adds it to what a display has asked for."""
    lots = fields.get("lots", [])
    assert isinstance(lots, list)
    return tuple(str(lot) for lot in lots)


def _opponent(session: Session, fields: Mapping[str, object], now_ms: int) -> Opponent | None:
    """Whom the computer is asked to play as; None if it is not."""
    choice = str(fields.get("opponent", ""))
    if not choice:
        return None
    side = Side[str(fields.get("plays", "white")).upper()]
    before = session.settings.opponent
    opponent = opponent_named(choice, side, now_ms)
    if before is not None and before.adapts and opponent.adapts:
        # It knows this player already.
        return replace(opponent, strength=session.strength)
    return opponent


def _puzzle(puzzling: PuzzleMode, wish: Mapping[str, object], now_ms: int) -> list[Notice] | None:
    match wish:
        case {"t": "puzzle", "number": int(number)}:
            return puzzling.turn_to(number, now_ms)
        case {"t": "puzzle", "grade": int(grade)}:
            return puzzling.turn_to_grade(grade, now_ms)
        case {"t": "puzzle", **rest} if not rest:
            return puzzling.turn_to_next(now_ms)
        case {"t": "takeback"}:
            return puzzling.take_back(now_ms)
        case {"t": "help", "level": str(level)} if level in {known.value for known in Help}:
            puzzling.help = Help(level)
            return []
        case {"t": str(what)} if what in _OF_PLAY or what in ("step", "go"):
            raise ValueError("This is a puzzle: make the move that wins.")
    return None


def control_of(text: str) -> TimeControl | None:
    """The time control that a text such as "10+5" describes; None for the empty one.

    Raises:
        ValueError: it is malformed; the message quotes it.
    """
    return parse_control(text) if text else None
