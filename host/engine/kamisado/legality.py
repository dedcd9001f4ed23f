"""Why a tower may not be moved, in a sentence with the number of the rule."""

from __future__ import annotations

from host.engine.game import Square
from host.engine.kamisado.board import FILES, SQUARES, STRENGTHS, Tower, name, side_of
from host.engine.kamisado.move_tables import FORWARD, REACH
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import legal_moves, outcome, tower_moves

_REACH_RULES = ("M2", "S1", "DS1", "TS1")  # by teeth
_PUSH_LIMIT_RULES = ("", "S7", "DS7", "TS7")
_PUSH_RULES = ("", "S2-S11", "DS2-DS8", "TS2-TS8")


def explain_illegal(position: Position, origin: Square, target: Square | None) -> str | None:
    """Why the tower on `origin` may not go to `target`, as `Game.explain_illegal` describes.

    A push is aimed at the square on which the pusher itself would end, the 0-move of a
    blocked tower at the square on which it stands.
    """
    tower = position.tower_at(origin)
    if tower is None:
        return None
    ended = outcome(position)
    if ended is not None:
        return f"The round is over: {ended.reason.rstrip('.')}"
    if side_of(tower) is not position.turn:
        return f"It is {position.turn.label}'s turn: {describe_obligation(position)}"
    if position.required_tower not in (None, tower):
        return _sentence(describe_obligation(position))
    moves = legal_moves(position)
    if target is None:
        can_move = any(move.origin == origin and not move.is_pass for move in moves)
        return None if can_move else _sentence(describe_obligation(position))
    if any((move.origin, move.target) == (origin, target) for move in moves):
        return None
    return _why_not_there(position, tower, target)


def describe_obligation(position: Position) -> str:
    """What the side to move must do in a round that goes on, as half a sentence."""
    tower = position.required_tower
    if tower is None:
        return f"any {position.turn.label.lower()} tower may move (T1)"
    if tower_moves(position, tower):
        return f"the {position.describe(tower)} must move (T2)"
    return f"the {position.describe(tower)} is blocked and passes (M6)"


def _why_not_there(position: Position, tower: Tower, target: Square) -> str:
    """What is wrong with a target that no legal move of this tower has."""
    origin, teeth, side = position.squares[tower], position.teeth[tower], side_of(tower)
    files = target % FILES - origin % FILES
    ranks = (target // FILES - origin // FILES) * FORWARD[side]
    if target == origin:
        return "A tower that can move must move, by at least one square (M5)"
    if ranks < 0:
        return "Towers never move backward (M1)"
    if ranks == 0:
        return "Towers never move sideways (M1)"
    if abs(files) not in (0, ranks):
        return f"{name(target)} is not straight or diagonally ahead of {name(origin)} (M1)"
    if ranks > REACH[teeth]:
        reach = _number(REACH[teeth], "square")
        return f"A {STRENGTHS[teeth]} reaches {reach} at most ({_REACH_RULES[teeth]})"
    stride = (target - origin) // ranks
    for square in range(origin + stride, target, stride):
        if position.tower_at(square) is not None:
            return f"{name(square)} is in the way (M2)"
    if teeth and ranks == 1:
        return _why_no_push(position, tower, target)
    return f"{name(target)} is taken (M3)"


def _why_no_push(position: Position, tower: Tower, target: Square) -> str:
    """Why a sumo may not push what stands on the taken square `target` beside it."""
    origin, teeth, side = position.squares[tower], position.teeth[tower], side_of(tower)
    strength, rules = STRENGTHS[teeth], _PUSH_RULES[teeth]
    stride = target - origin
    if abs(stride) != FILES:
        return f"{name(target)} is taken (M3): a {strength} pushes straight ahead only ({rules})"
    row: list[Tower] = []
    square = target
    while 0 <= square < SQUARES and (other := position.tower_at(square)) is not None:
        if side_of(other) is side:
            if not row:
                return f"{name(square)} is taken (M3): a {strength} pushes enemies only ({rules})"
            return f"{name(square)} is taken: there is no room to push ({rules})"
        if len(row) == teeth:
            most = _number(teeth, "tower")
            return f"A {strength} pushes {most} at most ({_PUSH_LIMIT_RULES[teeth]})"
        if position.teeth[other] >= teeth:
            return (
                f"A {strength} pushes only towers with fewer teeth than its own, "
                f"not the {position.describe(other)} ({rules})"
            )
        row.append(other)
        square += stride
    last = position.describe(row[-1])
    return f"The {last} is on its home row: there is no room to push ({rules})"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _sentence(half: str) -> str:
    """The same with a capital letter at its beginning."""
    return half[0].upper() + half[1:]
