"""Reads a reason back, sentence by sentence, and holds each against the rules alone.

What is no whole proof is held against a solver as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from host.ai.analysis.explanation import explain
from host.ai.solver.solver import Solver
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import COLOURS, FILES, name, tower_of
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import arrival, outcome

SIDE = r"(White|Black)"
COLOUR = rf"({'|'.join(COLOURS)})"
TOWER = rf"{SIDE}'s {COLOUR}"
SQUARE = r"[a-h][1-8]"
SQUARES = rf"({SQUARE}(?:(?:, | and ){SQUARE})*)"
WAY = rf"(to|pushes to) ({SQUARE})"


class Reader:
    """Reads a reason sentence by sentence, beside the positions that go on with it.

    All that is said holds in each of them: they are those after the squares of which it was said
    that the same follows on each.

    Args:
        winner: who wins after the move that is explained.
        solver: proves what is said without a proof; a whole story needs none.
    """

    def __init__(self, text: str, position: Position, winner: Side, solver: Solver) -> None:
        self.rest = text
        self.positions = [position]
        self.winner = winner
        self.solver = solver
        self.branches: dict[str, Position] = {}
        """The positions of which is still to be told, by the ways to them."""
        self.proves = False
        """True once what was said is a whole proof."""

    @property
    def position(self) -> Position:
        """The only position."""
        (position,) = self.positions
        return position

    def read(self, pattern: str) -> re.Match[str] | None:
        """Read a match of this pattern if it comes next; None otherwise."""
        found = re.match(pattern, self.rest)
        if found is not None:
            self.rest = self.rest[found.end() :].lstrip()
        return found

    def check(self) -> bool:
        """Check that all of the text is true; return True if it is a whole proof."""
        while self.rest:
            if self.proves or not self.positions:
                found = self.read(rf"After its move {WAY}:")
                assert found, f"what is this for: {self.rest!r}"
                self.positions = [self.branches.pop(f"{found[1]} {found[2]}")]
                self.proves = False
            self.sentence()
        assert not self.branches, "of each is told"
        return self.proves

    def sentence(self) -> None:
        if self.read_end() or self.read_move() or self.read_loss() or self.read_choice():
            return
        if found := self.read(r"There is no short reason\. .*: (.*); rows walked: (.*)\.$"):
            strikers = {side: len(strikers_of(self.position, side)) for side in Side}
            assert found[1] == listed(strikers, self.winner)
            rows = {side: rows_of(self.position, side) for side in Side}
            assert found[2] == listed(rows, self.winner)
            return
        found = self.read(rf"(?:Then )?{SIDE} must (?:then )?move {COLOUR}, ")
        assert found, f"what does this mean: {self.rest!r}"
        side, tower = named(found[1], found[2])
        assert self.position.turn is side
        assert self.position.required_tower == tower
        assert not rules.legal_moves(self.position)[0].is_pass
        self.clause()

    def read_end(self) -> bool:
        """Read a sentence about the end of the round."""
        if found := self.read(rf"{TOWER} reaches the far row and wins the round\."):
            side, tower = named(found[1], found[2])
            assert arrival(self.position) == tower
            assert side is self.winner
        elif found := self.read(
            rf"Nobody can move any more, and {SIDE} made the last move: that loses the round\."
        ):
            ended = outcome(self.position)
            assert ended is not None
            assert ended.stuck
            assert ended.winner is self.winner is Side[found[1].upper()].other
        else:
            return False
        self.proves = True
        return True

    def read_move(self) -> bool:
        """Read a sentence about a move, or about a tower that has no choice."""
        lets_home = rf"{SIDE} goes straight to the far row"
        if found := self.read(rf"{TOWER} is blocked and passes\."):
            (move,) = self.moves_of(found[1], found[2], passes=True)
            self.positions = [rules.play_unchecked(self.position, move)]
        elif found := self.read(rf"{SIDE} then moves {COLOUR}(?: |, which ){WAY}, and "):
            self.answer(found)
        elif found := self.read(rf"{TOWER} has one move, {WAY}, and then {lets_home}\."):
            (move,) = self.moves_of(found[1], found[2])
            assert (move.push, name(move.target)) == (found[3] != "to", found[4])
            assert Side[found[5].upper()] is self.winner
            assert all(wins_at_once(after(p, move), self.winner) for p in self.positions)
            self.proves = True
        elif found := self.read(rf"{TOWER} has one move, {WAY}\."):
            (move,) = self.moves_of(found[1], found[2])
            assert (move.push, name(move.target)) == (found[3] != "to", found[4])
            self.positions = [rules.play_unchecked(self.position, move)]
        else:
            return False
        return True

    def read_loss(self) -> bool:
        """Read a sentence that a tower loses wherever it goes."""
        lets_home = rf"{SIDE} goes straight to the far row"
        if found := self.read(rf"{TOWER} has no safe square: wherever it goes, {lets_home}\."):
            assert len(self.moves_of(found[1], found[2])) > 1 or len(self.positions) > 1
            assert Side[found[3].upper()] is self.winner
            assert all(is_cornered(position, self.winner) for position in self.positions)
            self.proves = True
        elif found := self.read(
            rf"{TOWER} is caught: wherever it goes, {lets_home} or makes {SIDE} move a tower that "
            r"has no safe square\."
        ):
            self.moves_of(found[1], found[2])
            assert (found[3], found[4]) == labels(self.winner)
            for position in self.positions:
                moves = rules.legal_moves(position)
                assert all(is_lost_soon(position, move, self.winner) for move in moves)
            self.proves = True
        elif found := self.read(
            rf"{TOWER} is trapped: wherever it goes, {lets_home}, or makes {SIDE} move a tower "
            r"that has no safe square or is caught itself\."
        ):
            self.moves_of(found[1], found[2])
            assert (found[3], found[4]) == labels(self.winner)
            for position in self.positions:
                moves = rules.legal_moves(position)
                assert all(is_trapped_by(position, move, self.winner) for move in moves)
            self.proves = True
        else:
            return False
        return True

    def read_choice(self) -> bool:
        """Read a sentence about the squares that are left to a tower."""
        if found := self.read(rf"{TOWER} has one safe square, {SQUARES}\."):
            self.left(found, [m for m in self.moves_of(found[1], found[2]) if self.is_safe(m)])
        elif found := self.read(
            rf"{TOWER} has only the safe squares {SQUARES}\. After each of them {SIDE} can be made "
            rf"to move {COLOUR}, which has no safe square\."
        ):
            safe = [m for m in self.moves_of(found[1], found[2]) if self.is_safe(m)]
            assert found[3] == squares_of(safe)
            side, tower = named(found[4], found[5])
            assert side is self.winner.other
            for turn in [after(self.position, move) for move in safe]:
                assert tower in [there.required_tower for there in calls(turn, self.winner)]
            self.proves = True
        elif found := self.read(
            rf"{TOWER} can hold out on {SQUARES} only, and on each of them {SIDE} must then move "
            rf"{COLOUR}\."
        ):
            self.all_call(found, self.holding_out(found))
        elif found := self.read(rf"{TOWER} can hold out on {SQUARES} only\."):
            self.one_or_branches(found, self.holding_out(found))
        elif found := self.read(
            rf"{TOWER} is trapped on all squares but {SQUARES}"
            rf"(?:\.|, and on each of these {SIDE} must then move {COLOUR}\.)"
        ):
            left = self.escaping(found)
            if found[4] is None:
                self.one_or_branches(found, left)
            else:
                self.all_call(found, left)
        else:
            return False
        return True

    def one_or_branches(self, found: re.Match[str], left: list[Move]) -> None:
        """Go on with the only move that is left, or await what is told of each."""
        if len(left) == 1:
            self.left(found, left)
            return
        assert not self.branches, "one after the other"
        for move in left:
            way = f"{'pushes to' if move.push else 'to'} {name(move.target)}"
            self.branches[way] = rules.play_unchecked(self.position, move)
        self.positions = []

    def all_call(self, found: re.Match[str], left: list[Move]) -> None:
        """Go on after all moves that are left; each calls the same tower."""
        assert len(left) > 1
        self.positions = [rules.play_unchecked(self.position, move) for move in left]
        side, tower = named(found[4], found[5])
        assert {(p.turn, p.required_tower) for p in self.positions} == {(side, tower)}

    def answer(self, found: re.Match[str]) -> None:
        """Check a move of the winner, and whose turn it is after it."""
        side, tower = named(found[1], found[2])
        is_push = found[3] != "to"
        for position in self.positions:
            assert position.turn is side is self.winner
            assert position.required_tower == tower
        move = Move(self.positions[0].squares[tower], square(found[4]), is_push)
        assert all(move in rules.legal_moves(position) for position in self.positions)
        self.positions = [rules.play_unchecked(position, move) for position in self.positions]
        if is_push:
            assert self.read(r"moves again\.")
            assert all(position.turn is side for position in self.positions)
            return
        then = self.read(rf"{SIDE} must move {COLOUR}\.")
        assert then
        called = named(then[1], then[2])
        assert {(p.turn, p.required_tower) for p in self.positions} == {called}

    def moves_of(self, label: str, colour: str, *, passes: bool = False) -> tuple[Move, ...]:
        """Return the moves, in the first position, of the tower that is called: of the loser's if
        it can move."""
        side, tower = named(label, colour)
        for position in self.positions:
            assert position.turn is side
            assert passes or side is not self.winner
            assert position.required_tower == tower
        moves = rules.legal_moves(self.positions[0])
        assert moves[0].is_pass is passes
        return moves

    def is_safe(self, move: Move) -> bool:
        return not wins_at_once(after(self.position, move), self.winner)

    def holding_out(self, found: re.Match[str]) -> list[Move]:
        """Return the moves after which nothing wins soon; they are those that are named."""
        moves = [
            move
            for move in self.moves_of(found[1], found[2])
            if not is_lost_soon(self.position, move, self.winner)
        ]
        assert found[3] == squares_of(moves)
        return moves

    def escaping(self, found: re.Match[str]) -> list[Move]:
        """Return the moves that are named; all others are answered by a trap."""
        moves = self.moves_of(found[1], found[2])
        left = [move for move in moves if name(move.target) in found[3]]
        assert found[3] == squares_of(left)
        assert len(left) < len(moves)
        others = [move for move in moves if move not in left]
        assert all(is_trapped_by(self.position, move, self.winner) for move in others)
        return left

    def left(self, found: re.Match[str], moves: list[Move]) -> None:
        """Go on with the only move that is left."""
        assert found[3] == squares_of(moves)
        (move,) = moves
        self.positions = [rules.play_unchecked(self.position, move)]

    def clause(self) -> None:
        """Check the text after "White must then move green, "."""
        position, moves = self.position, rules.legal_moves(self.position)
        turn = position.turn
        if self.read(r"which goes straight to the far row\."):
            assert wins_at_once(position, self.winner)
            self.proves = True
        elif found := self.read(r"and each of its (\d+) moves loses\."):
            assert len(moves) == int(found[1]) > 1
            assert turn is not self.winner
            for move in moves:
                assert self.solver.winner(rules.play_unchecked(position, move)) is self.winner
        elif found := self.read(rf"and its only move, {WAY}, loses\."):
            (move,) = moves
            assert (move.push, name(move.target)) == (found[1] != "to", found[2])
            assert self.solver.winner(rules.play_unchecked(position, move)) is self.winner
        elif found := self.read(rf"and (going|pushing) to ({SQUARE}) is winning\."):
            (move,) = (m for m in moves if m.target == square(found[2]))
            assert move.push is (found[1] == "pushing")
            assert turn is self.winner
            following = rules.play_unchecked(position, move)
            assert self.solver.winner(following) is turn
            self.positions = [following]
        else:
            found = self.read(rf"which (goes|pushes) to ({SQUARE}): ")
            assert found, f"what does this mean: {self.rest!r}"
            (move,) = (m for m in moves if m.target == square(found[2]))
            assert move.push is (found[1] == "pushes")
            self.positions = [rules.play_unchecked(position, move)]


def after(position: Position, move: Move) -> Position:
    """Return the next turn in which a tower can move, or the end."""
    position = rules.play_unchecked(position, move)
    while len(moves := rules.legal_moves(position)) == 1 and moves[0].is_pass:
        position = rules.play_unchecked(position, moves[0])
    return position


def wins_at_once(turn: Position, winner: Side) -> bool:
    """Return True if a side has won, or can go home with its move."""
    ended = outcome(turn)
    if ended is not None:
        return ended.winner is winner
    afters = [rules.play_unchecked(turn, move) for move in rules.legal_moves(turn)]
    return turn.turn is winner and any(arrival(position) is not None for position in afters)


def is_cornered(turn: Position, winner: Side) -> bool:
    """Return True if the other side is to move, and whatever it does loses at once."""
    if outcome(turn) is not None or turn.turn is winner:
        return False
    return all(wins_at_once(after(turn, move), winner) for move in rules.legal_moves(turn))


def calls(turn: Position, winner: Side) -> list[Position]:
    """Return the turns after moves of a side that win, or leave the other one cornered."""
    if outcome(turn) is not None or turn.turn is not winner:
        return []
    afters = [after(turn, move) for move in rules.legal_moves(turn)]
    return [there for there in afters if wins_at_once(there, winner) or is_cornered(there, winner)]


def is_lost_soon(turn: Position, move: Move, winner: Side) -> bool:
    """Return True if a side wins at once after a move, or by calling a cornered tower."""
    there = after(turn, move)
    return wins_at_once(there, winner) or is_cornered(there, winner) or bool(calls(there, winner))


def is_caught(turn: Position, winner: Side) -> bool:
    """Return True if the other side is to move, and whatever it does is lost soon."""
    if outcome(turn) is not None or turn.turn is winner:
        return False
    return all(is_lost_soon(turn, move, winner) for move in rules.legal_moves(turn))


def can_catch(turn: Position, move: Move, winner: Side) -> bool:
    """Return True if after a move a tower is caught that a side can make the other one move."""
    there = after(turn, move)
    if there.turn is not winner:
        return is_caught(there, winner)
    return any(is_caught(after(there, reply), winner) for reply in rules.legal_moves(there))


def is_trapped_by(turn: Position, move: Move, winner: Side) -> bool:
    """Return True if a side wins after a move as it is said of a trapped tower."""
    return is_lost_soon(turn, move, winner) or can_catch(turn, move, winner)


def squares_of(moves: Sequence[Move]) -> str:
    """Return the squares of moves as they are written: "a1, b2 and c3"."""
    names = [name(move.target) for move in moves]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def strikers_of(position: Position, side: Side) -> list[int]:
    """Return the towers that could go home if they had to move."""
    found = []
    for colour in range(len(COLOURS)):
        called = position._replace(turn=side, required=colour, last_mover=side.other)
        if wins_at_once(called, side):
            found.append(colour)
    return found


def rows_of(position: Position, side: Side) -> int:
    """Return the rows that the towers of a side have walked."""
    towers = [tower_of(side, colour) for colour in range(len(COLOURS))]
    ranks = [position.squares[tower] // FILES for tower in towers]
    return sum(rank if side is Side.WHITE else FILES - 1 - rank for rank in ranks)


def listed(numbers: Mapping[Side, int], first: Side) -> str:
    own, other = labels(first)
    return f"{own} {numbers[first]}, {other} {numbers[first.other]}"


def labels(winner: Side) -> tuple[str, str]:
    """Return the words for a side and for the other one."""
    return winner.name.capitalize(), winner.other.name.capitalize()


def named(label: str, colour: str) -> tuple[Side, int]:
    side = Side[label.upper()]
    return side, tower_of(side, COLOURS.index(colour))


def square(text: str) -> int:
    at = "abcdefgh".index(text[0]) + FILES * (int(text[1]) - 1)
    assert name(at) == text
    return at


def check(
    position: Position, move: Move, winner: Side, solver: Solver, other: Solver
) -> tuple[str, bool]:
    """Read what is said of a move, and hold it against the rules.

    Returns:
        What was said, and True if it is a whole proof.
    """
    text = str(explain(solver, position, move))
    try:
        proves = Reader(text, rules.play_unchecked(position, move), winner, other).check()
    except AssertionError as error:
        raise AssertionError(f"{text!r} of {move_text(move)} in {position!r}: {error}") from error
    return text, proves
