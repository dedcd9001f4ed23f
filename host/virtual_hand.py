"""The simulated hand: what moves the pieces of a virtual board, and knows where they lie.

An action is answered as soon as it is begun, and actions are carried out one after another; the
simulator tells when one is done.  Whoever must know where the pieces are waits for `rest`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping

from host.engine.game import AnyGame, Piece, Side, Square
from host.engine.geometry import square_name
from host.errors import BoardError
from host.link.virtual_board import VirtualBoard
from host.tracking import Option

Message = dict[str, object]

HAND_S = 0.12
"""How long it takes to lift or put a piece for the page, where a person's own movement already
takes its time."""
SLIDE_S = 0.5
CARRY_S = 0.8
"""How long it takes to carry out a move of the computer: to be followed by eye."""
TIDY_S = 0.2
"""How long it takes when it carries pieces by itself: slow enough to be followed by eye."""
CLEAR_S = 0.15
"""How long squares are left empty that change their side: several times the debounce time."""
LONGEST_S = 60.0
"""How long it may take to be done with everything, several times what it needs for all pieces."""
PITCH_MM = 40.0


class VirtualHand:
    """A hand at a virtual board.

    Args:
        board: the simulator.
        files: of the game.
        north: the side whose pieces have their north pole down.
        publish: tells the displays where the pieces are.
    """

    def __init__(
        self, board: VirtualBoard, files: int, north: Side, publish: Callable[[Message], None]
    ) -> None:
        self._board = board
        self._files = files
        self._north = north
        self._publish = publish
        self._pieces: dict[str, Piece] = {}
        self._lying: list[Message] = []
        self._acting = 0
        self._resting = asyncio.Event()
        self._setting_up = asyncio.Lock()
        self._carrying = False

    def heard(self, event: Message) -> None:
        """An event of the simulator: where the pieces are, or that an action is done."""
        if event.get("event") == "pieces":
            pieces = event["pieces"]
            assert isinstance(pieces, list)
            self._lying = pieces
            self._publish(self.message())
        elif event.get("event") == "done" and self._acting:
            self._done()

    def message(self) -> Message:
        """Where every piece is, as PAGE.md tells it."""
        return {
            "t": "hand",
            "pieces": [
                {
                    "id": at["id"],
                    "side": piece.side.name.lower(),
                    "name": piece.name,
                    "teeth": piece.teeth,
                    "where": at["where"],
                    "square": at["square"],
                    "dx": _number(at["dx_mm"]) / PITCH_MM,
                    "dy": _number(at["dy_mm"]) / PITCH_MM,
                }
                for at in self._lying
                if (piece := self._pieces.get(str(at["id"]))) is not None
            ],
        }

    async def act(self, do: str, seconds: float, **fields: object) -> None:
        """Begin an action of CONTROL.md: lift, put, move, slide or push.

        Raises:
            ValueError: it cannot be done; the sentence says why.
        """
        if self._carrying:
            raise ValueError("The pieces are being set up: wait until they stand.")
        async with self._setting_up:
            await self._begin(do, seconds, **fields)

    async def carry_out(self, do: str, seconds: float, **fields: object) -> None:
        """Begin an action as `act` does, but once what the hand is about is done.

        Raises:
            ValueError: it cannot be done; the sentence says why.
        """
        async with self._setting_up:
            await self.rest()
            await self._begin(do, seconds, **fields)

    async def _begin(self, do: str, seconds: float, **fields: object) -> None:
        # Counted before it is asked for: it may be done before the answer is read.
        self._acting += 1
        self._resting.clear()
        try:
            await self._board.ask(do, seconds=seconds, **fields)
        except (ValueError, BoardError):
            self._done()
            raise

    async def rest(self) -> None:
        """Wait until everything has been done that was asked for.

        Raises:
            TimeoutError: it takes too long.
        """
        if self._acting:
            async with asyncio.timeout(LONGEST_S):
                await self._resting.wait()

    def _done(self) -> None:
        self._acting -= 1
        if self._acting == 0:
            self._resting.set()

    async def set_up(self, pieces: Mapping[Square, Piece]) -> None:
        """Put these pieces on the board at once, and no others."""
        async with self._setting_up:
            await self.rest()
            files = self._files
            sides = {at["square"]: str(at["id"]).split("-")[0] for at in self._lying}
            self._pieces = {_piece_id(piece, square): piece for square, piece in pieces.items()}
            wanted = [
                {
                    "id": name,
                    "pole": "n" if piece.side is self._north else "s",
                    "square": square_name(square, files),
                }
                for (square, piece), name in zip(pieces.items(), self._pieces, strict=True)
            ]
            # A sensor does not believe that a piece has changed its side without having left.
            first = [at for at in wanted if at["id"].startswith(sides.get(at["square"], ""))]
            if len(first) < len(wanted):
                await self._board.ask("setup", pieces=first)
                await asyncio.sleep(CLEAR_S)
            await self._board.ask("setup", pieces=wanted)

    def look_at(self, pieces: Mapping[Square, Piece]) -> None:
        """Let the pieces look as the game has them: they get teeth as a match goes on."""
        looks = {_piece_id(piece, square): piece for square, piece in pieces.items()}
        known = {name: piece for name, piece in looks.items() if name in self._pieces}
        if known.items() - self._pieces.items():
            self._pieces.update(known)
            self._publish(self.message())

    async def carry_home(self, pieces: Mapping[Square, Piece]) -> None:
        """Carry every piece to where it belongs, one after another, and wait for it."""
        async with self._setting_up:
            self._carrying = True
            try:
                await self.rest()
                await self._carry(pieces)
                await self.rest()
            finally:
                self._carrying = False

    async def _carry(self, pieces: Mapping[Square, Piece]) -> None:
        at = {str(piece["id"]): piece["square"] for piece in self._lying}
        home = {
            _piece_id(piece, square): square_name(square, self._files)
            for square, piece in pieces.items()
        }
        waiting = [name for name, square in home.items() if at.get(name) != square]
        while waiting:
            free = [name for name in waiting if home[name] not in at.values()]
            name = free[0] if free else waiting[0]
            if at.get(name) is not None:
                await self._begin("lift", TIDY_S, piece=name)
                at[name] = None
            # Two that stand on one another's squares: one of them waits in the hand.
            if free:
                await self._begin("put", TIDY_S, piece=name, square=home[name])
                at[name] = home[name]
                waiting.remove(name)


def carrying(game: AnyGame, option: Option[Hashable]) -> Message:
    """What the hand must do to carry out a move that leaves a trace: an action and its fields."""
    assert option.origin is not None
    assert option.target is not None
    return {
        "do": "push" if option.pushed else "move",
        "from": square_name(option.origin, game.size[0]),
        "to": square_name(option.target, game.size[0]),
    }


def _piece_id(piece: Piece, square: Square) -> str:
    """A name for a physical piece; unnamed stones are told apart by where they began."""
    which = f"{piece.name}-{square}" if piece.name == "stone" else piece.name
    return f"{piece.side.name.lower()}-{which}"


def _number(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)
