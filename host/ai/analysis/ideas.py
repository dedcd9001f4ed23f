"""Ideas that players of Kamisado think in, as exact predicates on positions of a round.

striker     a tower that goes straight home if its colour is called
to call     to end a move on the colour of a tower of the opponent, which must move next
safe        a square for the called tower after which the opponent has no striker to move
cornered    a called tower without a safe square: whatever it does, the opponent goes straight home
caught      a called tower after each of whose moves the opponent goes straight home or calls a
            cornered tower
trapped     the same, but that the opponent may call one that is caught as well

Passes of blocked towers and pushes are followed to the next turn in which a tower can move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from host.ai.home_lines import home_lines
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import (
    HOME_ROWS,
    SQUARE_COLOURS,
    TOWERS,
    Tower,
    side_of,
    tower_of,
)
from host.engine.kamisado.position import Move, Position

Turns: TypeAlias = Sequence[tuple[Move, Position]]
"""Moves, each with the next turn after it."""
MayWin: TypeAlias = Callable[[Sequence[Position], int], Sequence[bool]]
CORNERED_PLIES, NEAR_PLIES = 2 + 2, 3 + 2
"""Plies within which a turn is won in which a cornered tower is called, or can be.  Two passes may
lie between: what is named as holding out must do so."""
CAUGHT_PLIES, CATCHES_PLIES, TRAPPED_PLIES = 4, 5, 6
"""The same of a tower that is caught or can be called, and of one that is trapped; without passes,
which hardly any of them has."""


class TooWideError(Exception):
    """More positions would have to be looked at than are allowed."""


def is_striker(position: Position, tower: Tower) -> bool:
    """Return True if a tower would go straight home if its colour were called."""
    lines = home_lines(position.teeth)[tower][position.squares[tower]]
    return any(not line & position.occupied for line in lines)


def strikers(position: Position, side: Side) -> list[Tower]:
    """Return the strikers of a side."""
    return [t for t in range(TOWERS) if side_of(t) is side and is_striker(position, t)]


class Ideas:
    """The ideas of one side that wins, in the positions of one analysis; what was found is kept.

    Args:
        winner: the side.
        most: number of positions whose moves are looked at; then `TooWideError` is raised.
        may_win: says of turns if the side may win within so many plies; where not, nothing is
            looked at.
    """

    def __init__(self, winner: Side, most: int, may_win: MayWin) -> None:
        self.winner = winner
        self._left = most
        self._may_win = may_win
        self._moves: dict[Position, Turns] = {}
        self._cornered: dict[Position, bool] = {}
        self._near: dict[Position, bool] = {}
        self._safe: dict[Position, Turns] = {}
        self._holding_out: dict[Position, Turns] = {}
        self._escaping: dict[Position, Turns] = {}

    def moves(self, position: Position) -> Turns:
        """Return the legal moves, each with the next turn after it."""
        found = self._moves.get(position)
        if found is None:
            if self._left <= 0:
                raise TooWideError
            self._left -= 1
            found = self._moves[position] = [
                (move, turn_after(position, move)) for move in rules.legal_moves(position)
            ]
        return found

    def wins_at_once(self, turn: Position) -> bool:
        """Return True if the round is won in a turn, or its striker is to move."""
        if (won := round_winner(turn)) is not None:
            return won is self.winner
        tower = turn.required_tower
        return turn.turn is self.winner and tower is not None and is_striker(turn, tower)

    def is_cornered(self, turn: Position) -> bool:
        """Return True if the tower that the loser must move has no safe square."""
        if turn.turn is self.winner or round_winner(turn) is not None:
            return False
        found = self._cornered.get(turn)
        if found is None:
            moves = rules.legal_moves(turn)
            found = self._cornered[turn] = all(self._lets_home(turn, move) for move in moves)
        return found

    def _lets_home(self, position: Position, move: Move) -> bool:
        """Return True if the winner goes straight home, or has won, after a move of the loser."""
        if move.push or move.is_pass or move.target in HOME_ROWS[self.winner]:
            return self.wins_at_once(turn_after(position, move))
        # Most are told by one look, without the position after them.
        tower = tower_of(self.winner, SQUARE_COLOURS[move.target])
        occupied = position.occupied ^ (1 << move.origin) ^ (1 << move.target)
        lines = home_lines(position.teeth)[tower][position.squares[tower]]
        if any(not line & occupied for line in lines):
            return True
        return self.wins_at_once(turn_after(position, move))

    def is_near(self, turn: Position) -> bool:
        """Return True if the loser's tower is cornered, or the winner can call one that is."""
        if round_winner(turn) is not None:
            return False
        found = self._near.get(turn)
        if found is None:
            found = self._near[turn] = self.is_cornered(turn) or bool(self.calls(turn))
        return found

    def calls(self, turn: Position) -> Turns:
        """Return the moves of the winner by which a cornered tower is called, or that win."""
        if turn.turn is not self.winner:
            return []
        return [
            (move, after)
            for move, after in self._promising(turn, CORNERED_PLIES)
            if self.wins_at_once(after) or self.is_cornered(after)
        ]

    def _promising(self, turn: Position, plies: int) -> Turns:
        """Return the moves after which the winner may win within some plies."""
        moves = self.moves(turn)
        may = self._may_win([after for _, after in moves], plies)
        return [each for each, wins in zip(moves, may, strict=True) if wins]

    def is_caught(self, turn: Position) -> bool:
        """Return True if the loser is to move, and no square of its tower holds out."""
        return self._is_loser_turn(turn) and not self.holding_out(turn)

    def is_trapped(self, turn: Position) -> bool:
        """Return True if the loser is to move, and after each move of its tower the winner goes
        straight home, or calls a tower that is cornered or caught."""
        return self._is_loser_turn(turn) and not self.escaping(turn)

    def safe(self, turn: Position) -> Turns:
        """Return the moves of the loser after which the winner does not go straight home."""
        found = self._safe.get(turn)
        if found is None:
            found = [(m, after) for m, after in self.moves(turn) if not self.wins_at_once(after)]
            self._safe[turn] = found
        return found

    def holding_out(self, turn: Position) -> Turns:
        """Return those of them after which the winner cannot call a cornered tower either."""
        found = self._holding_out.get(turn)
        if found is None:
            found = self._without(self.safe(turn), NEAR_PLIES, self.is_near)
            self._holding_out[turn] = found
        return found

    def escaping(self, turn: Position) -> Turns:
        """Return those of them after which the winner cannot call a tower that is caught either."""
        found = self._escaping.get(turn)
        if found is None:
            found = self._without(self.holding_out(turn), CATCHES_PLIES, self._catches)
            self._escaping[turn] = found
        return found

    def _without(self, turns: Turns, plies: int, is_so: Callable[[Position], bool]) -> Turns:
        """Return the turns of which something is not so that wins within some plies."""
        may = self._may_win([after for _, after in turns], plies)
        return [
            each for each, wins in zip(turns, may, strict=True) if not wins or not is_so(each[1])
        ]

    def _is_loser_turn(self, turn: Position) -> bool:
        return turn.turn is not self.winner and round_winner(turn) is None

    def _catches(self, turn: Position) -> bool:
        """Return True if the loser's tower is caught, or the winner can call one that is."""
        if turn.turn is not self.winner:
            return self.is_caught(turn)
        return any(self.is_caught(after) for _, after in self._promising(turn, CAUGHT_PLIES))


def next_turn(position: Position) -> Position:
    """Return the next position in which a tower can move, or the end of the round."""
    while (forced := forced_pass(position)) is not None:
        position = rules.play_unchecked(position, forced)
    return position


def turn_after(position: Position, move: Move) -> Position:
    """Return the next turn after a legal move, or the end of the round."""
    after = rules.play_unchecked(position, move)
    tower = after.required_tower
    assert tower is not None, "each move calls a tower"
    # As nearly always; the rest costs three times as much.
    goes_on = move.target not in HOME_ROWS[position.turn.other] and not move.push
    return after if goes_on and rules.tower_moves(after, tower) else next_turn(after)


def forced_pass(position: Position) -> Move | None:
    """Return the pass of a blocked tower; None if the tower can move, or the round is over."""
    moves = rules.legal_moves(position)
    return moves[0] if len(moves) == 1 and moves[0].is_pass else None


def round_winner(position: Position) -> Side | None:
    """Return who has won the round; None while it goes on."""
    ended = rules.outcome(position)
    return None if ended is None else ended.winner
