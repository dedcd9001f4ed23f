"""A second, slow set of Kamisado rules, written from the rule book alone, to compare with.

It shares no line with `host.engine`: it reads position text, keeps a plain dictionary of
towers, computes the colours of the board by a formula, walks square by square, and knows
no tables.  Squares are (file, rank) from 0, towers (side, letter) with side "w" or "b".
"""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = "ngrykpbo"
FILE_STEP = (1, 3, 5, 7, 1, 3, 5, 7)  # files to the right per rank, for each colour
REACH = {0: 7, 1: 5, 2: 3, 3: 1}

Cell = tuple[int, int]


def colour_at(cell: Cell) -> str:
    """On rank r the colour number c lies on file c + step(c) * r, counted round the board."""
    file, rank = cell
    (colour,) = [c for c in range(8) if (c + FILE_STEP[c] * rank) % 8 == file]
    return COLOURS[colour]


@dataclass
class PlainRound:
    """A round as a mutable scratch copy; `result` is None while it goes on."""

    towers: dict[Cell, tuple[str, str, int]]  # side, colour, teeth
    turn: str
    required: str  # a colour or "-"
    last_mover: str

    @classmethod
    def read(cls, text: str) -> PlainRound:
        fields = text.split()
        towers: dict[Cell, tuple[str, str, int]] = {}
        for row, rank_text in enumerate(fields[0].split("/")):
            file = 0
            for char in rank_text:
                if char.isdigit():
                    file += int(char)
                elif char == "+":
                    side, colour, teeth = towers[file - 1, 7 - row]
                    towers[file - 1, 7 - row] = (side, colour, teeth + 1)
                else:
                    towers[file, 7 - row] = ("w" if char.isupper() else "b", char.lower(), 0)
                    file += 1
        other = "b" if fields[1] == "w" else "w"
        return cls(towers, fields[1], fields[2], fields[3] if len(fields) > 3 else other)

    def write(self) -> str:
        ranks = []
        for rank in range(7, -1, -1):
            cells = [self.towers.get((file, rank)) for file in range(8)]
            text = ""
            for cell in cells:
                if cell is None:
                    text += "."
                else:
                    side, colour, teeth = cell
                    text += (colour.upper() if side == "w" else colour) + "+" * teeth
            for empty in range(8, 0, -1):
                text = text.replace("." * empty, str(empty))
            ranks.append(text)
        fields = ["/".join(ranks), self.turn, self.required]
        if self.last_mover == self.turn:
            fields.append(self.last_mover)
        return " ".join(fields)

    def find(self, side: str, colour: str) -> Cell:
        (cell,) = [c for c, tower in self.towers.items() if tower[:2] == (side, colour)]
        return cell

    def steps(self, cell: Cell) -> list[Cell]:
        side, _, teeth = self.towers[cell]
        up = 1 if side == "w" else -1
        reached = []
        for sideways in (-1, 0, 1):
            for distance in range(1, REACH[teeth] + 1):
                target = (cell[0] + sideways * distance, cell[1] + up * distance)
                inside = 0 <= target[0] <= 7 and 0 <= target[1] <= 7
                if not inside or target in self.towers:
                    break
                reached.append(target)
        return reached

    def pushable(self, cell: Cell) -> list[Cell]:
        """The cells of the towers that would be pushed, nearest first."""
        side, _, teeth = self.towers[cell]
        up = 1 if side == "w" else -1
        for count in range(1, teeth + 1):
            row = [(cell[0], cell[1] + up * i) for i in range(1, count + 1)]
            behind = (cell[0], cell[1] + up * (count + 1))
            all_enemies = all(c in self.towers and self.towers[c][0] != side for c in row)
            all_weaker = all(c in self.towers and self.towers[c][2] < teeth for c in row)
            room = 0 <= behind[1] <= 7 and behind not in self.towers
            if all_enemies and all_weaker and room:
                return row
        return []

    def can_move(self, side: str, colour: str) -> bool:
        cell = self.find(side, colour)
        return bool(self.steps(cell) or self.pushable(cell))

    def result(self) -> tuple[str, str] | None:
        """Winner and how ("home" or "deadlock"), None while the round goes on."""
        for (_, rank), (side, _, _) in self.towers.items():
            if rank == (7 if side == "w" else 0):
                return side, "home"
        if self.required == "-":
            return None
        seen: set[tuple[str, str]] = set()
        side, colour = self.turn, self.required
        while not self.can_move(side, colour):
            if (side, colour) in seen:
                return ("b" if self.last_mover == "w" else "w"), "deadlock"
            seen.add((side, colour))
            colour = colour_at(self.find(side, colour))
            side = "b" if side == "w" else "w"
        return None

    def moves(self) -> set[str]:
        if self.result() is not None:
            return set()
        colours = COLOURS if self.required == "-" else self.required
        found = set()
        for colour in colours:
            cell = self.find(self.turn, colour)
            found |= {spell(cell) + spell(target) for target in self.steps(cell)}
            if self.pushable(cell):
                up = 1 if self.turn == "w" else -1
                found.add(f"{spell(cell)}{spell((cell[0], cell[1] + up))}+")
        return found or {"pass"}

    def make(self, move: str) -> None:
        other = "b" if self.turn == "w" else "w"
        if move == "pass":
            self.required = colour_at(self.find(self.turn, self.required))
            self.turn = other
            return
        origin, target = unspell(move[:2]), unspell(move[2:4])
        end = target
        if move.endswith("+"):
            up = target[1] - origin[1]
            for cell in reversed(self.pushable(origin)):
                self.towers[cell[0], cell[1] + up] = self.towers.pop(cell)
                end = max(end, (cell[0], cell[1] + up), key=lambda c: abs(c[1] - origin[1]))
        self.towers[target] = self.towers.pop(origin)
        self.last_mover = self.turn
        self.required = colour_at(end)
        if not move.endswith("+"):
            self.turn = other


def spell(cell: Cell) -> str:
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


def unspell(text: str) -> Cell:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def leaves(text: str, depth: int) -> int:
    """perft, one position text at a time."""
    moves = PlainRound.read(text).moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        state = PlainRound.read(text)
        state.make(move)
        total += leaves(state.write(), depth - 1)
    return total
