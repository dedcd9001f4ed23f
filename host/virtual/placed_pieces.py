"""Pieces of a virtual board: their kinds, and their places as the simulator reports them.

Squares are those of the game; the simulator's are the cells below them
(`host.recognition.sensing.cell_map`).  Pieces of one kind are interchangeable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping

from host.engine.game import AnyGame, Piece, Side, Square
from host.engine.material import Kind, kind_of, kinds
from host.engine.squares import parse_square, square_name
from host.message import message
from host.recognition.sensing.cell_map import CellMap
from host.virtual.board import JsonObject

PITCH_MM = 40.0

_PLACES = ("square", "from", "to")
_QUOTED = re.compile(r"'([a-z0-9-]+)'")


class PlacedPieces:
    """The pieces of the game that is played on a virtual board.

    Args:
        size: files and ranks of the board.
        north: the side whose pieces have their north pole down.
    """

    def __init__(self, size: tuple[int, int], north: Side) -> None:
        self._north = north
        self._cell_map = CellMap(size, size, north)
        self._pieces: dict[str, Piece] = {}
        self._placed: list[JsonObject] = []

    @property
    def size(self) -> tuple[int, int]:
        """Files and ranks of the board."""
        return self._cell_map.board

    def resize(self, size: tuple[int, int]) -> None:
        """Go on at a board of another size."""
        if size != self.size:
            self._cell_map = CellMap(self._cell_map.game, size, self._north)

    def set_places(self, placed: list[JsonObject]) -> None:
        """Take over the places of a `pieces` event of the simulator."""
        self._placed = placed

    def deal(self, game: AnyGame, position: Hashable) -> list[JsonObject]:
        """Take over the pieces of a position; return them as the `setup` of the simulator has them.

        Those that are not on the board have no square.
        """
        self._cell_map = CellMap(game.size, self.size, self._north)
        self._pieces = {}
        dealt: list[JsonObject] = []
        for name, piece, square in _name_pieces(game, position):
            self._pieces[name] = piece
            pole = "n" if piece.side is self._north else "s"
            dealt.append({"id": name, "pole": pole, "square": self._cell_of(square)})
        return dealt

    def changes_side(self, dealt: JsonObject) -> bool:
        """Return True if a dealt piece is due on a cell where one of the other side stands."""
        sides = {at["square"]: str(at["id"]).split("-")[0] for at in self._placed}
        return not str(dealt["id"]).startswith(sides.get(dealt["square"], ""))

    def update_looks(self, pieces: Mapping[Square, Piece]) -> bool:
        """Update the looks of the pieces, which gain teeth; return True if one has changed."""
        looks = {kind_of(piece): piece for piece in pieces.values()}
        seen = {name: looks.get(kind_of(piece), piece) for name, piece in self._pieces.items()}
        changed = seen != self._pieces
        self._pieces = seen
        return changed

    def rows(self) -> list[JsonObject]:
        """Return the places of all pieces as in the page's message (docs/protocols/page.md)."""
        return [
            {
                "id": at["id"],
                "side": piece.side.name.lower(),
                "name": piece.name,
                "teeth": piece.teeth,
                "where": "box" if outside else at["where"],
                "square": square,
                "dx": _number(at["dx_mm"]) / PITCH_MM,
                "dy": _number(at["dy_mm"]) / PITCH_MM,
            }
            for at in self._placed
            if (piece := self._pieces.get(str(at["id"]))) is not None
            for square in (self._square(at["square"]),)
            for outside in (at["where"] == "board" and square is None,)
        ]

    def square_leds(self, rgb: bytes) -> bytes:
        """Select the squares of the game from LED values of all cells, 3 bytes each."""
        cells = (
            self._cell_map.cell(square) for square in range(self._files * self._cell_map.game[1])
        )
        return b"".join(rgb[3 * cell : 3 * cell + 3] for cell in cells)

    def held(self, piece: Piece) -> str | None:
        """Return the id of a piece that is in the hand; None if none of its kind is."""
        for at in self._placed:
            name = str(at["id"])
            known = self._pieces.get(name)
            if at["where"] == "hand" and known is not None and kind_of(known) == kind_of(piece):
                return name
        return None

    def lifted_from(self, pieces: Mapping[Square, Piece]) -> Square | None:
        """Return the square that the piece in the hand stood on.

        Args:
            pieces: of the position, by their squares.

        Returns:
            None unless it is the only piece that is missing there.
        """
        standing = {self._square(at["square"]) for at in self._placed if at["where"] == "board"}
        gone = [s for s in pieces if square_name(s, self._files) not in standing]
        return gone[0] if len(gone) == 1 and self.held(pieces[gone[0]]) is not None else None

    def to_simulator(self, do: str, fields: Mapping[str, object]) -> JsonObject:
        """Convert the fields of an action to the simulator's.

        Raises:
            ValueError: there is no such piece, or it stands on the board and is to be put there.
        """
        if do == "put":
            self._check_in_hand(fields.get("piece"))
        converted = {
            name: self._cell(str(value)) if name in _PLACES else value
            for name, value in fields.items()
        }
        side = converted.pop("side", None)
        if side is not None:
            converted["piece"] = self._piece_in_box(str(side))
        if do == "remove" and "square" in converted:
            cell = converted.pop("square")
            converted["piece"] = self._piece_on(cell, str(fields["square"]))
        return converted

    def rename(self, text: str) -> str:
        """Replace the simulator's names of cells and pieces in a text by words for people."""
        return _QUOTED.sub(self._renamed, text)

    def _check_in_hand(self, id: object) -> None:
        """Check that a piece does not stand on the board.

        Raises:
            ValueError: it does; the message names its square.
        """
        for at in self._placed:
            if at["id"] == id and at["where"] == "board":
                square = self._square(at["square"]) or ""
                raise ValueError(message("virtual.piece_on_board", square=square))

    def _piece_in_box(self, side: str) -> str:
        """Return the id of a piece of a side in the box.

        Raises:
            ValueError: there is none.
        """
        for at in self._placed:
            piece = self._pieces.get(str(at["id"]))
            if at["where"] == "box" and piece is not None and piece.side.name.lower() == side:
                return str(at["id"])
        raise ValueError(message(f"virtual.{side}_has_no_piece"))

    def _piece_on(self, cell: object, square: str) -> str:
        """Return the id of the piece on a cell.

        Raises:
            ValueError: there is none.
        """
        for at in self._placed:
            if at["where"] == "board" and at["square"] == cell:
                return str(at["id"])
        raise ValueError(message("virtual.nothing_there", square=square))

    def steps_to(self, pieces: Mapping[Square, Piece]) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield the actions that carry every piece to its square, as (action, its fields).

        Pieces without a square go into the box.
        """
        wanted = {self._cell(square_name(s, self._files)): kind_of(p) for s, p in pieces.items()}
        at = {str(piece["id"]): piece["square"] for piece in self._placed}
        boxed = {str(piece["id"]) for piece in self._placed if piece["where"] == "box"}
        home = self._homes(wanted, at, boxed)
        for name in at.keys() - home.keys() - boxed:
            yield "remove", {"piece": name}
            at[name] = None
        waiting = [name for name, cell in home.items() if at[name] != cell]
        while waiting:
            free = [name for name in waiting if home[name] not in at.values()]
            name = free[0] if free else waiting[0]
            if at[name] is not None:
                yield "lift", {"piece": name}
                at[name] = None
            # Two pieces stand on one another's squares: one waits in the hand.
            if free:
                yield "put", {"piece": name, "square": home[name]}
                at[name] = home[name]
                waiting.remove(name)

    def _homes(
        self, wanted: Mapping[str, Kind], at: Mapping[str, object], boxed: set[str]
    ) -> dict[str, str]:
        """Assign a cell to each piece needed on the board, by the piece's id.

        Pieces on a right cell stay; others on the board are taken before those in the box.
        """
        kind = {name: kind_of(piece) for name, piece in self._pieces.items() if name in at}
        home = {
            name: str(cell)
            for name, cell in at.items()
            if cell in wanted and kind.get(name) == wanted[str(cell)]
        }
        due = [cell for cell in wanted if cell not in home.values()]
        for cell in due:
            alike = [name for name in kind if kind[name] == wanted[cell] and name not in home]
            if alike:
                home[min(alike, key=lambda name: name in boxed)] = cell
        return home

    @property
    def _files(self) -> int:
        return self._cell_map.game[0]

    def _cell(self, square: str) -> str:
        """Return the name of the cell below a square."""
        return str(self._cell_of(parse_square(square, self._cell_map.game)))

    def _cell_of(self, square: Square | None) -> str | None:
        if square is None:
            return None
        return square_name(self._cell_map.cell(square), self._cell_map.board[0])

    def _square(self, cell: object) -> str | None:
        """Return the name of the square above a cell; None outside the game."""
        if cell is None:
            return None
        square = self._cell_map.square(parse_square(str(cell), self._cell_map.board))
        return None if square is None else square_name(square, self._files)

    def _renamed(self, quoted: re.Match[str]) -> str:
        """Replace the simulator's name of a cell or a piece by a word for people."""
        if quoted[1] in self._pieces:
            piece = self._pieces[quoted[1]]
            return f"the {piece.side.name.lower()} {piece.name}"
        try:
            return f"'{self._square(quoted[1]) or quoted[1]}'"
        except ValueError:
            return quoted[0]


def _name_pieces(game: AnyGame, position: Hashable) -> Iterator[tuple[str, Piece, Square | None]]:
    """Yield an id for every piece of a game, the piece, and its square (None beside the board).

    The id is the kind of the piece, numbered if there are several of the kind.
    """
    pieces = game.pieces(position)
    looks = {kind_of(piece): piece for piece in pieces.values()}
    there_are = kinds(game, position)
    counted: Counter[Kind] = Counter()
    standing = [(kind_of(piece), piece, square) for square, piece in sorted(pieces.items())]
    beside = Counter(there_are) - Counter(kind for kind, _, _ in standing)
    for kind, piece, square in [
        *standing,
        *((kind, looks.get(kind, Piece(*kind)), None) for kind in beside.elements()),
    ]:
        counted[kind] += 1
        name = f"{kind[0].name.lower()}-{kind[1]}"
        yield f"{name}-{counted[kind]}" if there_are[kind] > 1 else name, piece, square


def _number(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)
