"""A second, slow set of rules for hasami shogi, five and seega, to compare with.

It is written from the rules alone and shares no line with `host.engine`: it reads position text,
keeps a plain dictionary of stones by (file, rank) from 0, walks square by square, and asks of every
stone on the board whether it has been caught, where the engine asks around the moved one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

Cell = tuple[int, int]

STRAIGHT = ((1, 0), (0, 1))
SLANTED = ((1, 1), (1, -1))
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
OTHER = {"w": "b", "b": "w"}


def cell_name(cell: Cell) -> str:
    return "abcdefghi"[cell[0]] + str(cell[1] + 1)


def cell_named(name: str) -> Cell:
    return "abcdefghi".index(name[0]), int(name[1:]) - 1


@dataclass
class PlainGame:
    """A game as a mutable scratch copy."""

    stones: dict[Cell, str]
    turn: str
    quiet: int
    rest: list[str] = field(default_factory=list)
    limit: int = 50
    lines: bool = False
    far: bool = False
    length: int = 0

    width: ClassVar[int] = 9
    axes: ClassVar[tuple[Cell, ...]] = STRAIGHT
    corners: ClassVar[bool] = True
    refuge: ClassVar[Cell | None] = None

    @classmethod
    def read(cls, text: str, limit: int = 50, lines: bool = False) -> PlainGame:
        board, turn, quiet, *rest = text.split()
        stones = {}
        for row, rank in enumerate(board.split("/")):
            file = 0
            for char in rank:
                if char.isdigit():
                    file += int(char)
                else:
                    stones[file, cls.width - 1 - row] = "w" if char == "S" else "b"
                    file += 1
        return cls(stones, turn, int(quiet), rest, limit, lines)

    def write(self) -> str:
        rows = []
        for rank in range(self.width - 1, -1, -1):
            row, empty = "", 0
            for file in range(self.width):
                stone = self.stones.get((file, rank))
                if stone is None:
                    empty += 1
                    continue
                row += f"{empty or ''}{'S' if stone == 'w' else 's'}"
                empty = 0
            rows.append(f"{row}{empty or ''}")
        return " ".join(["/".join(rows), self.turn, str(self.quiet), *self.rest])

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.width

    def own(self) -> list[Cell]:
        return [cell for cell, side in self.stones.items() if side == self.turn]

    def count(self, side: str) -> int:
        return list(self.stones.values()).count(side)

    def slides(self, origin: Cell) -> set[Cell]:
        found = set()
        for file, rank in WAYS:
            cell = origin[0] + file, origin[1] + rank
            while self.inside(cell) and cell not in self.stones:
                found.add(cell)
                cell = cell[0] + file, cell[1] + rank
        return found

    def targets(self, origin: Cell) -> set[Cell]:
        return self.slides(origin)

    def caught(self, moved: Cell) -> set[Cell]:
        """The enemy stones that are caught, the moved stone having a part in it."""
        enemy = OTHER[self.turn]
        return {
            cell
            for cell, side in self.stones.items()
            if side == enemy and cell != self.refuge and self.is_caught(cell, moved)
        }

    def is_caught(self, cell: Cell, moved: Cell) -> bool:
        for axis in self.axes:
            ends = [self.end(cell, axis), self.end(cell, (-axis[0], -axis[1]))]
            if moved in ends and all(self.stones.get(end) == self.turn for end in ends):
                return True
        last = self.width - 1
        if self.corners and cell[0] in (0, last) and cell[1] in (0, last):
            beside = [(abs(cell[0] - 1), cell[1]), (cell[0], abs(cell[1] - 1))]
            return moved in beside and all(self.stones.get(one) == self.turn for one in beside)
        return False

    def end(self, cell: Cell, way: Cell) -> Cell:
        """The square next to a stone, or next to the row of touching stones that it is in."""
        side = self.stones[cell]
        cell = cell[0] + way[0], cell[1] + way[1]
        while self.lines and self.stones.get(cell) == side:
            cell = cell[0] + way[0], cell[1] + way[1]
        return cell

    def quiet_is_over(self) -> bool:
        return self.quiet >= 2 * self.limit

    def result(self) -> str | None:
        """The winner, "draw", or None while the game goes on."""
        for side in "wb":
            if self.count(side) <= 1:
                return OTHER[side]
        if self.quiet_is_over():
            white, black = self.count("w"), self.count("b")
            return "draw" if white == black else "w" if white > black else "b"
        return None

    def moves(self) -> set[str]:
        if self.result() is not None:
            return set()
        return self.steps() or {"pass"}

    def steps(self) -> set[str]:
        return {
            cell_name(origin) + cell_name(target)
            for origin in self.own()
            for target in self.targets(origin)
        }

    def make(self, text: str) -> None:
        taken = self.carry_out(text)
        self.quiet = 0 if taken else self.quiet + 1
        self.turn = OTHER[self.turn]

    def carry_out(self, text: str) -> set[Cell]:
        """Move the stone and take off what it catches; both are nothing for a pass."""
        if text == "pass":
            return set()
        moved = cell_named(text[2:])
        self.stones[moved] = self.stones.pop(cell_named(text[:2]))
        taken = self.caught(moved)
        for cell in taken:
            del self.stones[cell]
        return taken

    def copy(self) -> PlainGame:
        return type(self)(
            dict(self.stones),
            self.turn,
            self.quiet,
            list(self.rest),
            self.limit,
            self.lines,
            self.far,
            self.length,
        )


class PlainHasami(PlainGame):
    """Hasami shogi is all of the above."""


class PlainFive(PlainGame):
    """`rest` holds the sides whose stones had all left their home rows."""

    def targets(self, origin: Cell) -> set[Cell]:
        return self.slides(origin) | self.jumps(origin)

    def jumps(self, origin: Cell) -> set[Cell]:
        side = self.stones.pop(origin)
        landings: set[Cell] = set()
        ways = [[origin]]
        while ways:
            way = ways.pop()
            for file, rank in WAYS:
                over = way[-1][0] + file, way[-1][1] + rank
                while self.far and self.inside(over) and over not in self.stones:
                    over = over[0] + file, over[1] + rank
                landing = over[0] + file, over[1] + rank
                if over in self.stones and self.inside(landing) and landing not in self.stones:
                    if landing not in landings:
                        ways.append([*way, landing])
                    landings.add(landing)
        self.stones[origin] = side
        return landings - {origin}

    def make(self, text: str) -> None:
        super().make(text)
        left = [side for side in "wb" if side in self.rest[0] or not self.at_home(side)]
        self.rest = ["".join(left) or "-"]

    def at_home(self, side: str) -> bool:
        return any(self.is_home(cell, side) for cell, owner in self.stones.items() if owner == side)

    def is_home(self, cell: Cell, side: str) -> bool:
        return cell[1] in ((0, 1) if side == "w" else (7, 8))

    def has_line(self, side: str) -> bool:
        counting = {
            cell
            for cell, owner in self.stones.items()
            if owner == side and (side in self.rest[0] or not self.is_home(cell, side))
        }
        return any(
            all((file + i * way[0], rank + i * way[1]) in counting for i in range(5))
            for file, rank in counting
            for way in STRAIGHT + SLANTED
        )

    def result(self) -> str | None:
        mover = OTHER[self.turn]
        for side in (mover, OTHER[mover]):
            if self.has_line(side):
                return side
        for side in "wb":
            if not self.count(side):
                return OTHER[side]
        if (self.count("w") < 5 and self.count("b") < 5) or self.quiet_is_over():
            return "draw"
        return None


class PlainSeega(PlainGame):
    """`rest` holds the stones still to be put, "-", "on" or "open", and turns if they count."""

    width = 5
    axes = STRAIGHT + SLANTED
    corners = False
    refuge = (2, 2)

    def putting(self) -> int:
        return int(self.rest[0])

    def quiet_is_over(self) -> bool:
        return super().quiet_is_over() or (self.length > 0 and int(self.rest[2]) >= 2 * self.length)

    def end_turn(self) -> None:
        self.turn = OTHER[self.turn]
        if self.length:
            self.rest[2] = str(int(self.rest[2]) + 1)

    def result(self) -> str | None:
        return None if self.putting() else super().result()

    def targets(self, origin: Cell) -> set[Cell]:
        return {
            cell
            for cell in self.slides(origin)
            if abs(cell[0] - origin[0]) + abs(cell[1] - origin[1]) == 1
        }

    def moves(self) -> set[str]:
        if self.putting():
            cells = [(file, rank) for file in range(5) for rank in range(5)]
            return {
                cell_name(cell) for cell in cells if cell not in self.stones and cell != self.refuge
            }
        moves = super().moves()
        if self.rest[1] == "on":
            return {text for text in moves if self.captures(text)} | {"done"}
        if self.rest[1] == "open":
            opening = {text for text in moves if self.opens(text)}
            return opening or moves
        return moves

    def captures(self, text: str) -> bool:
        return text != "pass" and bool(self.copy().carry_out(text))

    def opens(self, text: str) -> bool:
        copy = self.copy()
        copy.carry_out(text)
        copy.turn = OTHER[self.turn]
        return bool(copy.steps())

    def make(self, text: str) -> None:
        if self.putting():
            self.stones[cell_named(text)] = self.turn
            self.rest[0] = str(self.putting() - 1)
            # Light puts the first stone and dark the last; then dark starts.
            self.turn = "b" if self.putting() == 0 else OTHER[self.turn]
            return
        if text == "done":
            self.end_turn()
            self.rest[1] = "-"
            return
        taken = self.carry_out(text)
        self.quiet = 0 if taken else self.quiet + 1
        on = taken and self.result() is None and any(self.captures(step) for step in self.steps())
        self.rest[1] = "on" if on else "open" if text == "pass" else "-"
        if not on:
            self.end_turn()


PLAIN = {"hasami": PlainHasami, "five": PlainFive, "seega": PlainSeega}
"""The rules by the name of the game."""


def plain_game(name: str, text: str) -> PlainGame:
    """A position of a game, by its name in the registry, settings and all."""
    kind, _, settings = name.partition(":")
    agreed = dict(part.split("=") for part in settings.split(",") if part)
    limit, lines = int(agreed.get("limit", 50)), agreed.get("line_capture") == "yes"
    game = PLAIN[kind].read(text, limit, lines)
    game.far, game.length = agreed.get("jump") == "far", int(agreed.get("length", 0))
    return game


def leaves(game: PlainGame, depth: int) -> int:
    """Leaves at exactly `depth` plies."""
    if depth == 0:
        return 1
    count = 0
    for text in game.moves():
        copy = game.copy()
        copy.make(text)
        count += leaves(copy, depth - 1)
    return count
