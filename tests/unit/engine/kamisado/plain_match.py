"""A second, plain set of match rules on top of the plain round, to compare with.

Like `oracle.py` it shares no line with `host.engine`: it keeps the teeth of every tower by
name, walks the rows square by square to fill them, and adds the points up one tooth at a time.
"""

from __future__ import annotations

from tests.unit.engine.kamisado.oracle import COLOURS, Cell, PlainRound, colour_at

GOALS = {"single": 1, "standard": 3, "long": 7, "marathon": 15}
FIRST = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO"


class PlainMatch:
    """A match as a mutable scratch copy that reads and writes no texts but those of rounds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.length = int(name.split("-")[1]) if "-" in name else None
        self.with_teeth = name in GOALS
        self.round = PlainRound.read(f"{FIRST} b -")
        self.number = 1
        self.score = {"w": 0, "b": 0}
        self.challenger = "b"

    @classmethod
    def read(cls, text: str) -> PlainMatch:
        fields = text.split()
        match = cls(fields[-4])
        match.round = PlainRound.read(" ".join(fields[:-4]))
        match.number, match.challenger = int(fields[-3]), fields[-1]
        white, black = fields[-2].split(":")
        match.score = {"w": int(white), "b": int(black)}
        return match

    def write(self) -> str:
        score = f"{self.score['w']}:{self.score['b']}"
        return f"{self.round.write()} {self.name} {self.number} {score} {self.challenger}"

    def over(self) -> bool:
        if self.round.result() is None:
            return False
        if self.with_teeth:
            return any(points >= GOALS[self.name] for points in self.score.values())
        return self.number == self.length

    def moves(self) -> set[str]:
        if self.round.result() is None:
            return self.round.moves()
        if self.over():
            return set()
        return {"fill left", "fill right"} if self.with_teeth else {"set up"}

    def make(self, move: str) -> None:
        if " " in move:
            self._next(move)
            return
        self.round.make(move)
        result = self.round.result()
        if result is None:
            return
        winner, _ = result
        if not self.with_teeth:
            self.score[winner] += 1
            return
        _, _, teeth = self.round.towers[self.winning_cell()]
        self.score[winner] += [1, 2, 4, 8][teeth]

    def winning_cell(self) -> Cell:
        """Return the square of the tower that gets the tooth of the finished round."""
        result = self.round.result()
        assert result is not None
        winner, how = result
        if how == "deadlock":
            return self.round.find(winner, self.round.required)
        far = 7 if winner == "w" else 0
        (cell,) = [
            cell
            for cell, tower in self.round.towers.items()
            if tower[0] == winner and cell[1] == far
        ]
        return cell

    def _next(self, move: str) -> None:
        result = self.round.result()
        assert result is not None
        winner, _ = result
        loser = "b" if winner == "w" else "w"
        self.number += 1
        if not self.with_teeth:
            self.challenger = "b" if self.challenger == "w" else "w"
            self.round = PlainRound.read(f"{FIRST} {self.challenger} -")
            return
        prize = self.winning_cell()
        side, colour, teeth = self.round.towers[prize]
        self.round.towers[prize] = (side, colour, teeth + 1)
        files = list(range(8)) if move == "fill left" else list(range(7, -1, -1))
        row: dict[Cell, tuple[str, str, int]] = {}
        for place, tower in zip(files, self._taken("w", range(8), files), strict=True):
            row[place, 0] = tower
        files.reverse()  # Black sits opposite: the left hand is at the h-file
        for place, tower in zip(files, self._taken("b", range(7, -1, -1), files), strict=True):
            row[place, 7] = tower
        self.challenger = loser
        self.round = PlainRound(row, loser, "-", winner)

    def _taken(self, side: str, ranks: range, files: list[int]) -> list[tuple[str, str, int]]:
        """One side's towers in the order in which they are taken off the board."""
        cells = [(file, rank) for rank in ranks for file in files]
        towers = [self.round.towers[cell] for cell in cells if cell in self.round.towers]
        return [tower for tower in towers if tower[0] == side]

    def push_is_lawful(self, move: str) -> bool:
        """Return True if a push meets each condition of S2-S11, checked one by one."""
        file, rank = "abcdefgh".index(move[0]), int(move[1]) - 1
        side, _, teeth = self.round.towers[file, rank]
        up = 1 if side == "w" else -1
        pushed = 0
        while (file, rank + up * (pushed + 1)) in self.round.towers:
            other, _, weight = self.round.towers[file, rank + up * (pushed + 1)]
            if other == side or weight >= teeth:
                return False
            pushed += 1
        straight = move[0] == move[2] and int(move[3]) - int(move[1]) == up
        behind = rank + up * (pushed + 1)
        return straight and 1 <= pushed <= teeth and 0 <= behind <= 7

    def bound(self, move: str) -> tuple[str, str]:
        """Return the side and colour that must move after a push: the pusher's side (S3)."""
        file, rank = "abcdefgh".index(move[0]), int(move[1]) - 1
        side, _, _ = self.round.towers[file, rank]
        up = 1 if side == "w" else -1
        last = rank
        while (file, last) in self.round.towers:
            last += up
        return side, colour_at((file, last))


assert set(COLOURS) == set(FIRST.split("/")[0]), "every colour is on the home row"
