"""Explanations of illegal moves, with the number of the rule."""

from __future__ import annotations

from host.engine.game import Side, Square
from host.engine.kamisado.board import FILES, SQUARES, STRENGTHS, Tower, name, side_of
from host.engine.kamisado.move_tables import FORWARD, REACH
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import legal_moves, outcome, tower_moves
from host.message import Message, message

_REACH_RULES = ("M2", "S1", "DS1", "TS1")  # by teeth
_PUSH_LIMIT_RULES = ("", "S7", "DS7", "TS7")
_PUSH_RULES = ("", "S2-S11", "DS2-DS8", "TS2-TS8")


def explain_illegal(position: Position, origin: Square, target: Square | None) -> Message | None:
    """Return why the tower on `origin` may not move to `target`; see `Game.explain_illegal`.

    The target of a push is the square on which the pusher ends, that of the 0-move of a blocked
    tower its own square.
    """
    tower = position.tower_at(origin)
    if tower is None:
        return None
    ended = outcome(position)
    if ended is not None:
        return message("engine.round_is_over", reason=ended.reason)
    if side_of(tower) is not position.turn:
        return message(
            "engine.not_your_turn", side=position.turn.message, rule=describe_obligation(position)
        )
    if position.required_tower not in (None, tower):
        return message("engine.capital", text=describe_obligation(position))
    moves = legal_moves(position)
    if target is None:
        can_move = any(move.origin == origin and not move.is_pass for move in moves)
        return None if can_move else message("engine.capital", text=describe_obligation(position))
    if any((move.origin, move.target) == (origin, target) for move in moves):
        return None
    return _explain_target(position, tower, target)


def describe_obligation(position: Position) -> Message:
    """Return which tower must move in a round that goes on, as a clause without a capital."""
    tower = position.required_tower
    if tower is None:
        white = position.turn is Side.WHITE
        return message("engine.any_white_tower" if white else "engine.any_black_tower")
    if tower_moves(position, tower):
        return message("engine.tower_must_move", tower=position.describe(tower))
    return message("engine.tower_passes", tower=position.describe(tower))


def _explain_target(position: Position, tower: Tower, target: Square) -> Message:
    """Return why no legal move of this tower has the target."""
    origin, teeth, side = position.squares[tower], position.teeth[tower], side_of(tower)
    files = target % FILES - origin % FILES
    ranks = (target // FILES - origin // FILES) * FORWARD[side]
    if target == origin:
        return message("engine.tower_stays")
    if ranks < 0:
        return message("engine.tower_backward")
    if ranks == 0:
        return message("engine.tower_sideways")
    if abs(files) not in (0, ranks):
        return message("engine.tower_not_ahead", target=name(target), origin=name(origin))
    if ranks > REACH[teeth]:
        return message(
            "engine.tower_reach",
            tower=STRENGTHS[teeth],
            count=REACH[teeth],
            rule=_REACH_RULES[teeth],
        )
    stride = (target - origin) // ranks
    for square in range(origin + stride, target, stride):
        if position.tower_at(square) is not None:
            return message("engine.tower_in_the_way", square=name(square))
    if teeth and ranks == 1:
        return _explain_push(position, tower, target)
    return message("engine.square_occupied", square=name(target))


def _explain_push(position: Position, tower: Tower, target: Square) -> Message:
    """Return why a sumo may not push the tower on the square `target` beside it."""
    origin, teeth, side = position.squares[tower], position.teeth[tower], side_of(tower)
    strength, rule = STRENGTHS[teeth], _PUSH_RULES[teeth]
    stride = target - origin
    if abs(stride) != FILES:
        return message("engine.push_straight", square=name(target), tower=strength, rule=rule)
    row: list[Tower] = []
    square = target
    while 0 <= square < SQUARES and (other := position.tower_at(square)) is not None:
        if side_of(other) is side:
            if not row:
                return message(
                    "engine.push_enemies", square=name(square), tower=strength, rule=rule
                )
            return message("engine.push_no_room", square=name(square), rule=rule)
        if len(row) == teeth:
            limit = _PUSH_LIMIT_RULES[teeth]
            return message("engine.push_limit", tower=strength, count=teeth, rule=limit)
        if position.teeth[other] >= teeth:
            described = position.describe(other)
            return message("engine.push_teeth", tower=strength, other=described, rule=rule)
        row.append(other)
        square += stride
    last = position.describe(row[-1])
    return message("engine.push_off_the_board", tower=last, rule=rule)
