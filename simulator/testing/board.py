"""The board of the fixture `kamisado_board`: real firmware, simulated pieces, simulated time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from host import VERSION
from host.engine.game import AnyGame, Side
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.link.board_link import BoardLink
from host.link.discover import find_port_by_uid
from host.link.events import Event, SnapshotReceived
from host.link.serial_port import SerialPort
from host.session.view import Notice
from host.virtual.board import JsonObject
from host.virtual.placed_pieces import PlacedPieces
from host.virtual.stepped_process import SteppedBoard, microseconds
from simulator.testing.lockstep import Lockstep, Pumped

RGB = tuple[int, int, int]
START_MS = 1500
"""Time from power-on until a waiting host has its first snapshot, and some more."""
EMPTY = "."


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """Options of a test, from `@pytest.mark.kamisado(...)`.

    Attributes:
        seed: of the noise and of the hand.
        game: its name, also with settings; its pieces stand on the board.
        position: its text; None for the start of the game.
        size: files and ranks, e.g. "9x9"; None for the game's.
        build: `strips`, `quarters` or `switches`.
        runtime: `auto`, `micropython` or `cpython`.
    """

    seed: int = 1
    game: str = "kamisado"
    position: str | None = None
    size: str | None = None
    build: str = "strips"
    runtime: str = "auto"

    @property
    def rules(self) -> AnyGame:
        """The game itself.

        Raises:
            ValueError: there is none of this name.
        """
        return game_named(self.game)

    @property
    def start(self) -> Hashable:
        """The position in which the game begins.

        Raises:
            InvalidPositionError: the text describes no position of the game.
        """
        if self.position is None:
            return self.rules.start()
        return self.rules.parse_position(self.position)

    @property
    def squares(self) -> tuple[int, int]:
        """Files and ranks of the board, of a size that the simulator has taken."""
        if self.size is None:
            return self.rules.size
        files, _, ranks = self.size.partition("x")
        return int(files), int(ranks)

    def arguments(self) -> list[str]:
        """Return the options of the simulator's command line."""
        size = self.size or "{}x{}".format(*self.rules.size)
        return [
            *("--seed", str(self.seed), "--size", size),
            *("--build", self.build, "--runtime", self.runtime),
        ]


class WatchedLink(BoardLink):
    """A link that keeps the last snapshot.

    Attributes:
        cells: one character a square, a1 first, as in `snap` of docs/protocols/board.md; empty
            before the first.
    """

    cells = ""

    def pump(self, now_ms: int) -> list[Event]:
        """Process what has come; return the events."""
        events = super().pump(now_ms)
        for event in events:
            if isinstance(event, SnapshotReceived):
                self.cells = event.cells
        return events


class _Listener:
    """A host that only listens."""

    def __init__(self, link: BoardLink) -> None:
        self._link = link

    @property
    def next_wake_ms(self) -> int | None:
        return self._link.next_wake_ms

    def pump(self, now_ms: int) -> list[Notice]:
        self._link.pump(now_ms)
        return []


class BoardFixture:
    """A board with the pieces of a game, and hands that move them.

    Time stands between two calls.  Motions take the time that a person needs; methods return when
    they are done.  Squares are named "a1"; what cannot be done raises ValueError with a sentence.

    Args:
        board: just started.
        options: what it was started with.

    Attributes:
        options: as given.
        port: to be opened as a serial port, while no host of this package is joined.
        frames: what the LEDs have shown, as (time in microseconds, {square: (r, g, b)}), dark
            squares left out.
    """

    def __init__(self, board: SteppedBoard, options: BoardOptions) -> None:
        self.options = options
        self.port = board.port
        self.frames: list[tuple[int, dict[str, RGB]]] = []
        self._board = board
        self._files = options.squares[0]
        self._host: Lockstep[Pumped] | None = None
        self._link: WatchedLink | None = None
        self._now_us = self._sent = 0
        self._is_plugged = True
        board.ask("watch", what=["frames"])
        board.ask("setup", pieces=self._pieces_of(options.rules))

    def _pieces_of(self, rules: AnyGame) -> list[JsonObject]:
        """Return the pieces of the position for the simulator, those that wait without a square;
        White's north pole is down."""
        placed = PlacedPieces(self.options.squares, Side.WHITE)
        return placed.deal(rules, self.options.start)

    @property
    def now_ms(self) -> float:
        """The simulated time since the start, in ms."""
        return (self._now_us if self._host is None else self._host.now_us) / 1000

    @property
    def pieces(self) -> Mapping[str, str]:
        """The pieces that stand on the board, by square: "white-pink"."""
        pieces = self._board.ask("state")["pieces"]
        assert isinstance(pieces, list)
        return {piece["square"]: piece["id"] for piece in pieces if piece["square"] is not None}

    @property
    def lights(self) -> Mapping[str, RGB]:
        """The LEDs that are lit now, by square: linear duties from 0 to 255."""
        return self.frames[-1][1] if self.frames else {}

    @property
    def snapshot(self) -> Mapping[str, str]:
        """The pieces that the firmware reports, by square: `n` or `s` for the pole that is down,
        `?` where it is not sure.  Squares without a piece are left out.

        The first one opens the port, if no host is joined, and lets START_MS pass until the
        firmware has answered.
        """
        if self._link is None:
            link = self.new_link()
            self.join(link, _Listener(link))
            self.wait(START_MS)
        else:
            self.wait(0)
        assert self._link is not None
        cells = enumerate(self._link.cells)
        return {square_name(at, self._files): cell for at, cell in cells if cell != EMPTY}

    @property
    def traffic(self) -> tuple[int, int]:
        """The bytes that a joined host has received and sent."""
        return (0, 0) if self._link is None else (self._link.received, self._link.written)

    def wait(self, ms: float) -> None:
        """Let simulated time pass."""
        if self._host is None:
            answer = self._board.step(ms)
            self._now_us, self._sent = microseconds(answer["time_ms"]), int(str(answer["sent"]))
        elif self._is_plugged:
            self._host.run(ms)
        else:
            self._host.run_apart(ms)
        self._take_frames()

    def lift(self, square: str) -> None:
        """Lift the piece on a square."""
        self._do("lift", square=square)

    def put(self, square: str, piece: str | None = None, **off_mm: float) -> None:
        """Put a piece down.

        Args:
            piece: its name in `pieces`, or "white-stone" for one of those that wait beside the
                board; None for the one that was lifted last.
            off_mm: `dx_mm` and `dy_mm`, how far off the middle.
        """
        which = {} if piece is None else {"piece": self._waiting(piece)}
        self._do("put", square=square, **which, **off_mm)

    def _waiting(self, piece: str) -> str:
        """Return the first piece of a kind that waits; the text itself if none does."""
        pieces = self._board.ask("state")["pieces"]
        assert isinstance(pieces, list)
        alike = (each["id"] for each in pieces if each["where"] == "box")
        return next((name for name in alike if name.rpartition("-")[0] == piece), piece)

    def move(self, origin: str, target: str) -> None:
        """Lift a piece, carry it to another square and put it down."""
        self._do("move", **{"from": origin, "to": target})

    def slide(self, origin: str, target: str) -> None:
        """Move a piece in a straight line over the squares between, without lifting it."""
        self._do("slide", **{"from": origin, "to": target})

    def remove(self, piece: str) -> None:
        """Take a piece off the board, by its name in `pieces`."""
        self._do("remove", piece=piece)

    def unplug(self) -> None:
        """Pull the cable: the port disappears."""
        self._board.ask("unplug")
        self._is_plugged = False

    def plug(self) -> None:
        """Plug the cable in again; the board starts, and a joined host finds it."""
        self._board.ask("plug")
        self.wait(START_MS)
        self._is_plugged = True

    def fault(self, name: str, **where: object) -> None:
        """Start a fault of docs/protocols/simulator.md, e.g. `fault("stuck", square="d4")`."""
        self._board.ask("fault", name=name, **where)

    def mend(self) -> None:
        """End all faults."""
        self._board.ask("mend")

    def ask(self, do: str, **fields: object) -> JsonObject:
        """Send any request of docs/protocols/simulator.md; return its answer."""
        return self._board.ask(do, **fields)

    def new_link(self) -> WatchedLink:
        """Return a link for a host that is to be joined."""
        return WatchedLink(self.port, VERSION, SerialPort, locate=find_port_by_uid)

    def join(self, link: WatchedLink, host: Pumped) -> Lockstep[Pumped]:
        """Let a host use the board from now on; return what keeps both in step."""
        self._link = link
        self._host = Lockstep(self._board, link, host, self._now_us, self._sent)
        self._host.open()
        return self._host

    def close(self) -> None:
        """Close the port, if a host has it open."""
        if self._host is not None:
            self._host.close()

    def _do(self, what: str, **fields: object) -> None:
        self._board.ask(what, **fields)
        left_ms = self._board.done_us / 1000 - self.now_ms
        if left_ms > 0:
            self.wait(left_ms)

    def _take_frames(self) -> None:
        for event in self._board.events:
            if event.get("event") == "frame":
                duties = bytes.fromhex(str(event["rgb"]))
                lit = {
                    square_name(at // 3, self._files): (duties[at], duties[at + 1], duties[at + 2])
                    for at in range(0, len(duties), 3)
                    if any(duties[at : at + 3])
                }
                self.frames.append((int(str(event["time_us"])), lit))
        self._board.events.clear()
