"""Reads a reason back, sentence by sentence, and holds each against the rules and a solver."""

from __future__ import annotations

import re

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
SQUARE = r"([a-h][1-8])"
WAY = rf"(?:to {SQUARE}|pushes to {SQUARE})"


class Reader:
    """Reads a reason sentence by sentence, beside a position that goes on with it.

    Args:
        winner: who wins after the move that is explained.
    """

    def __init__(self, text: str, position: Position, winner: Side, solver: Solver) -> None:
        self.rest = text
        self.position = position
        self.winner = winner
        self.solver = solver

    def read(self, pattern: str) -> re.Match[str] | None:
        """Read a match of this pattern if it comes next; None otherwise."""
        found = re.match(pattern, self.rest)
        if found is not None:
            self.rest = self.rest[found.end() :].lstrip()
        return found

    def check(self) -> None:
        """Check that all of the text is true."""
        while self.rest:
            self.sentence()

    def sentence(self) -> None:
        position = self.position
        if found := self.read(rf"{SIDE}'s {COLOUR} is home and wins the round\."):
            side, tower = named(found[1], found[2])
            assert arrival(position) == tower
            assert side is self.winner
        elif found := self.read(
            rf"Nobody can move any more, and {SIDE} made the last move: that loses the round\."
        ):
            ended = outcome(position)
            assert ended is not None
            assert ended.stuck
            assert ended.winner is self.winner is Side[found[1].upper()].other
        elif found := self.read(rf"{SIDE}'s {COLOUR} is blocked and passes\."):
            self.passes(found[1], found[2])
        else:
            found = self.read(rf"(?:Then )?{SIDE} must (?:then )?move {COLOUR}, ")
            assert found, f"what does this mean: {self.rest!r}"
            side, tower = named(found[1], found[2])
            assert position.turn is side
            assert position.required_tower == tower
            assert not rules.legal_moves(position)[0].is_pass
            self.clause()

    def passes(self, label: str, colour: str) -> None:
        side, tower = named(label, colour)
        assert self.position.turn is side
        assert self.position.required_tower == tower
        (move,) = rules.legal_moves(self.position)
        assert move.is_pass
        self.position = rules.play_unchecked(self.position, move)

    def clause(self) -> None:
        """Check the text after "White must then move green, "."""
        position, moves = self.position, rules.legal_moves(self.position)
        turn = position.turn
        if self.read(r"which goes straight home\."):
            assert turn is self.winner
            assert any(arrival(rules.play_unchecked(position, move)) is not None for move in moves)
        elif found := self.read(rf"and wherever it goes {SIDE} goes straight home\."):
            assert Side[found[1].upper()] is self.winner is not turn
            assert len(moves) > 1
            assert all(self.lets_home(move) for move in moves)
        elif found := self.read(rf"and after its only move, {WAY}, {SIDE} goes straight home\."):
            assert Side[found[3].upper()] is self.winner is not turn
            assert [move.target for move in moves] == [square(found[1] or found[2])]
            assert self.lets_home(moves[0])
        elif found := self.read(r"and each of its (\d+) moves loses"):
            assert len(moves) == int(found[1]) > 1
            assert turn is not self.winner
            for move in moves:
                assert self.solver.winner(rules.play_unchecked(position, move)) is self.winner
            self.example()
        elif found := self.read(rf"and its only move, {WAY}, loses"):
            assert [move.target for move in moves] == [square(found[1] or found[2])]
            assert self.solver.winner(rules.play_unchecked(position, moves[0])) is self.winner
            self.example()
        elif found := self.read(rf"which (goes|pushes) to {SQUARE} and wins"):
            (move,) = (m for m in moves if m.target == square(found[2]))
            assert move.push is (found[1] == "pushes")
            assert turn is self.winner
            assert self.solver.winner(rules.play_unchecked(position, move)) is turn
            if self.rest.startswith(", for example"):
                self.example()
            else:
                assert self.read(r"\.")
                self.position = rules.play_unchecked(position, move)
        else:
            found = self.read(rf"which (goes|pushes) to {SQUARE}: ")
            assert found, f"what does this mean: {self.rest!r}"
            (move,) = (m for m in moves if m.target == square(found[2]))
            assert move.push is (found[1] == "pushes")
            self.position = rules.play_unchecked(position, move)

    def example(self) -> None:
        """A line: legal, the winner's moves proven, and ending as it says."""
        if self.read(r"\."):
            return
        assert self.read(", for example: ")
        number = 0
        while True:
            number += 1
            if found := self.read(rf"and so on: {SIDE} wins with move (\d+) of this line\."):
                assert Side[found[1].upper()] is self.winner
                assert int(found[2]) >= number
                return
            if found := self.read(rf"{SIDE}'s {COLOUR} is blocked and passes"):
                self.passes(found[1], found[2])
            else:
                found = self.read(rf"{SIDE}'s {COLOUR} {WAY}( and home)?")
                assert found, f"what does this mean: {self.rest!r}"
                side, tower = named(found[1], found[2])
                assert self.position.turn is side
                assert self.position.required_tower == tower
                to, push = square(found[3] or found[4]), found[4] is not None
                move = Move(self.position.squares[tower], to, push)
                assert move in rules.legal_moves(self.position)
                self.position = rules.play_unchecked(self.position, move)
                assert self.solver.winner(self.position) is self.winner
                assert (found[5] is not None) is (arrival(self.position) is not None)
            if self.read(r"\."):
                assert outcome(self.position) is not None, "told to its end"
                return
            assert self.read(",")

    def lets_home(self, move: Move) -> bool:
        """Return True if the winner can reach the home row after a move and its passes."""
        position = rules.play_unchecked(self.position, move)
        moves = rules.legal_moves(position)
        while len(moves) == 1 and moves[0].is_pass:
            position = rules.play_unchecked(position, moves[0])
            moves = rules.legal_moves(position)
        home = any(arrival(rules.play_unchecked(position, move)) is not None for move in moves)
        return home and position.turn is self.winner


def named(label: str, colour: str) -> tuple[Side, int]:
    side = Side[label.upper()]
    return side, tower_of(side, COLOURS.index(colour))


def square(text: str) -> int:
    at = "abcdefgh".index(text[0]) + FILES * (int(text[1]) - 1)
    assert name(at) == text
    return at


def check(position: Position, move: Move, winner: Side, solver: Solver, other: Solver) -> str:
    """Read what is said of a move, and hold it against the rules; what was said."""
    text = str(explain(solver, position, move))
    try:
        Reader(text, rules.play_unchecked(position, move), winner, other).check()
    except AssertionError as error:
        raise AssertionError(f"{text!r} of {move_text(move)} in {position!r}: {error}") from error
    return text
