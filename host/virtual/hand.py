"""Simulated hand: moves the pieces of a virtual board and tracks their places.

The simulator answers an action when it begins, carries actions out one after another, and sends an
event when one is done; `wait_idle` waits for all of them.

Squares are those of the game; the simulator's are the cells below them
(`host.recognition.cell_map`).  Pieces of one kind are interchangeable.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager

from host.engine.game import AnyGame, Piece, Side, Square
from host.engine.material import Kind, kind_of, kinds
from host.engine.squares import parse_square, square_name
from host.errors import BoardError
from host.message import message
from host.recognition.cell_map import CellMap
from host.virtual.board import JsonObject, VirtualBoard
from host.virtual.hand_speed import CLEAR_S, TIDY_S

LONGEST_S = 60.0
"""Timeout of `wait_idle`: several times the duration for all pieces."""
PITCH_MM = 40.0

_PLACES = ("square", "from", "to")
_QUOTED = re.compile(r"'([a-z0-9-]+)'")


class VirtualHand:
    """The hand at a virtual board.

    Args:
        board: the simulator.
        size: files and ranks of the board.
        north: the side whose pieces have their north pole down.
        publish: called with a message for the displays when pieces have moved.

    Attributes:
        by_hand: True if the players take captured pieces off, put rewards on and set rounds up.
    """

    def __init__(
        self,
        board: VirtualBoard,
        size: tuple[int, int],
        north: Side,
        publish: Callable[[JsonObject], None],
    ) -> None:
        self._board = board
        self._north = north
        self._publish = publish
        self._cell_map = CellMap(size, size, north)
        self._pieces: dict[str, Piece] = {}
        self._placed: list[JsonObject] = []
        self._running = 0
        self._idle = asyncio.Event()
        self._setting_up = asyncio.Lock()
        self._busy = False
        self.by_hand = False

    def move_to(self, board: VirtualBoard, size: tuple[int, int]) -> None:
        """Go on at another simulator, on which nothing is under way.

        Args:
            size: its files and ranks.
        """
        self._board = board
        if size != self.size:
            self._cell_map = CellMap(self._cell_map.game, size, self._north)
        self._running = 0
        self._idle.set()

    @property
    def size(self) -> tuple[int, int]:
        """Files and ranks of the board."""
        return self._cell_map.board

    def handle_event(self, event: JsonObject) -> None:
        """Handle an event of the simulator: places of the pieces, or a finished action."""
        if event.get("event") == "pieces":
            pieces = event["pieces"]
            assert isinstance(pieces, list)
            self._placed = pieces
            self._publish(self.pieces_message())
        elif event.get("event") == "done" and self._running:
            self._done()

    def pieces_message(self) -> JsonObject:
        """Return the page's message with the place of every piece (docs/protocols/page.md)."""
        return {
            "t": "hand",
            "by_hand": self.by_hand,
            "busy": self._busy,
            "pieces": [
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
            ],
        }

    def square_leds(self, rgb: bytes) -> bytes:
        """Select the squares of the game from LED values of all cells, 3 bytes each."""
        cells = (
            self._cell_map.cell(square) for square in range(self._files * self._cell_map.game[1])
        )
        return b"".join(rgb[3 * cell : 3 * cell + 3] for cell in cells)

    async def act(self, do: str, seconds: float, **fields: object) -> None:
        """Begin an action of docs/protocols/simulator.md: lift, put, move, slide, push or remove.

        It waits until the hand has done what it does by itself.

        Args:
            fields: as there, but with squares of the game; with `side` and without `piece`, `put`
                takes a piece of that side out of the box, and `remove` may name a square.

        Raises:
            ValueError: it cannot be done; the message says why.
        """
        async with self._setting_up:
            if do == "put":
                await self.wait_idle()  # it may have been lifted just now
            await self._begin(do, seconds, **self._to_simulator(do, fields))

    async def carry_out(self, requests: Sequence[JsonObject], seconds: float) -> None:
        """Begin actions as `act` does, each after the one before is done.

        Raises:
            ValueError: one cannot be done; the message says why.
        """
        async with self._by_itself():
            for request in requests:
                await self.wait_idle()
                fields = dict(request)
                do = str(fields.pop("do"))
                await self._begin(do, seconds, **self._to_simulator(do, fields))

    @asynccontextmanager
    async def _by_itself(self) -> AsyncIterator[None]:
        """Reserve the hand for several actions; displays see meanwhile that it is busy."""
        async with self._setting_up:
            self._busy = True
            self._publish(self.pieces_message())
            try:
                yield
            finally:
                self._busy = False
                self._publish(self.pieces_message())

    def held(self, piece: Piece) -> str | None:
        """Return the id of a piece that is in the hand; None if none of its kind is."""
        for at in self._placed:
            name = str(at["id"])
            known = self._pieces.get(name)
            if at["where"] == "hand" and known is not None and kind_of(known) == kind_of(piece):
                return name
        return None

    def _to_simulator(self, do: str, fields: Mapping[str, object]) -> JsonObject:
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

    async def _begin(self, do: str, seconds: float, **fields: object) -> None:
        # Counted before the request: it may be done before the answer is read.
        self._running += 1
        self._idle.clear()
        try:
            await self._board.ask(do, seconds=seconds, **fields)
        except ValueError as error:
            self._done()
            raise ValueError(_QUOTED.sub(self._renamed, str(error))) from error
        except BoardError:
            self._done()
            raise

    @property
    def is_idle(self) -> bool:
        """True if no action is under way."""
        return not self._running and not self._setting_up.locked()

    def set_by_hand(self, on: bool) -> None:
        """Set whether the players take captured pieces off and set the next round up."""
        self.by_hand = on
        self._publish(self.pieces_message())

    async def wait_idle(self) -> None:
        """Wait until all requested actions are done.

        Raises:
            TimeoutError: it takes too long.
        """
        if self._running:
            async with asyncio.timeout(LONGEST_S):
                await self._idle.wait()

    def _done(self) -> None:
        self._running -= 1
        if self._running == 0:
            self._idle.set()

    async def set_up(self, game: AnyGame, position: Hashable) -> None:
        """Put the pieces of a position on the board instantly, and all others in the box."""
        async with self._by_itself():
            await self.wait_idle()
            sides = {at["square"]: str(at["id"]).split("-")[0] for at in self._placed}
            self._cell_map = CellMap(game.size, self.size, self._north)
            wanted = []
            self._pieces = {}
            for name, piece, square in _name_pieces(game, position):
                self._pieces[name] = piece
                pole = "n" if piece.side is self._north else "s"
                wanted.append({"id": name, "pole": pole, "square": self._cell_of(square)})
            # The host does not accept a change of side on a square without a lift.
            first = [at for at in wanted if str(at["id"]).startswith(sides.get(at["square"], ""))]
            if len(first) < len(wanted):
                await self._board.ask("setup", pieces=first)
                await asyncio.sleep(CLEAR_S)
            await self._board.ask("setup", pieces=wanted)

    def update_pieces(self, pieces: Mapping[Square, Piece]) -> None:
        """Update the looks of the pieces, which gain teeth during a match."""
        looks = {kind_of(piece): piece for piece in pieces.values()}
        seen = {name: looks.get(kind_of(piece), piece) for name, piece in self._pieces.items()}
        if seen != self._pieces:
            self._pieces = seen
            self._publish(self.pieces_message())

    async def restore_position(self, pieces: Mapping[Square, Piece]) -> None:
        """Carry every piece to its square, one after another, and wait until it is done.

        Pieces without a square go into the box.
        """
        async with self._by_itself():
            await self.wait_idle()
            await self._carry(pieces)
            await self.wait_idle()

    async def _carry(self, pieces: Mapping[Square, Piece]) -> None:
        wanted = {self._cell(square_name(s, self._files)): kind_of(p) for s, p in pieces.items()}
        at = {str(piece["id"]): piece["square"] for piece in self._placed}
        boxed = {str(piece["id"]) for piece in self._placed if piece["where"] == "box"}
        home = self._homes(wanted, at, boxed)
        for name in at.keys() - home.keys() - boxed:
            await self._begin("remove", TIDY_S, piece=name)
            at[name] = None
        waiting = [name for name, cell in home.items() if at[name] != cell]
        while waiting:
            free = [name for name in waiting if home[name] not in at.values()]
            name = free[0] if free else waiting[0]
            if at[name] is not None:
                await self._begin("lift", TIDY_S, piece=name)
                at[name] = None
            # Two pieces stand on one another's squares: one waits in the hand.
            if free:
                await self._begin("put", TIDY_S, piece=name, square=home[name])
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
