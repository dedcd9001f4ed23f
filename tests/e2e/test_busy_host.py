"""The program answers its page while boards and spectators give it as much to compute as they can.

It runs under `loop_guard`, which refuses each callback that computes for long.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect

from host.app.explorer import MOST_MOVES
from host.engine.game import AnyGame
from host.engine.registry import GAMES, game_named
from host.link import codec, wire
from host.recognition import chain
from host.recognition.snapshot import SquareState, snapshot_of
from host.recognition.times import MOVE_MS
from tests.e2e.program import VIRTUAL, Program, playing
from tests.support.scripted_board import HELLO

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="times of the kernel"),
]

SNAPSHOT_S = 0.005
"""Time between two snapshots: the firmware scans somewhat slower."""
SPECTATORS = 6
LETTERS = {SquareState.EMPTY: ".", SquareState.WHITE: "n", SquareState.BLACK: "s"}


class FlickeringBoard:
    """A board over TCP that shows a position, then random squares or pieces elsewhere when asked.

    Args:
        cells: the letters of the position.

    Attributes:
        address: for `--board`.
        cells: what it shows, but for those that flicker.
    """

    def __init__(self, cells: str, size: tuple[int, int]) -> None:
        self.cells, self._size = cells, size
        self._server = socket.create_server(("127.0.0.1", 0), backlog=1)
        self.address = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._flickers: frozenset[int] = frozenset()
        self._ended = threading.Event()
        self._numbers = itertools.count()
        self._lines = threading.Lock()
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    def flicker(self, cells: int) -> None:
        """Let the first cells of the board flicker."""
        self._flickers = frozenset(range(cells))

    def show(self, cells: str) -> None:
        """Show other cells from now on."""
        self.cells = cells

    def close(self) -> None:
        """Hang up."""
        self._ended.set()
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            line, _ = self._server.accept()
            with line:
                self._threads.append(threading.Thread(target=self._answer, args=(line,)))
                self._threads[-1].start()
                self._show(line)
                line.shutdown(socket.SHUT_RDWR)

    def _send(self, line: socket.socket, message: wire.BoardMessage) -> None:
        with self._lines:
            line.sendall(codec.encode(message, next(self._numbers) % wire.SEQ_PERIOD))

    def _answer(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError), line.makefile("rb") as asked:
            for text in asked:
                _, message = codec.decode_host(text.rstrip(b"\r\n"))
                if isinstance(message, wire.HostHello):
                    self._send(line, hello_of(self._size))
                elif isinstance(message, wire.Frame):
                    self._send(line, wire.Ack(message.number, 100))

    def _show(self, line: socket.socket) -> None:
        chance, shown, revision = random.Random(1), self.cells, 1
        for board_ms in itertools.count(0, 5):
            if self._ended.wait(SNAPSHOT_S):
                return
            cells = "".join(
                chance.choice("ns.") if at in self._flickers and chance.random() < 0.5 else letter
                for at, letter in enumerate(self.cells)
            )
            if cells != shown or board_ms % 500 == 0:
                revision += cells != shown
                shown = cells
                self._send(line, wire.Snap(revision, board_ms, cells))


def scattered(cells: str, chance: random.Random) -> str:
    """Return cells with three pieces of each side on other squares."""
    free = iter(chance.sample([at for at, letter in enumerate(cells) if letter == "."], 6))
    shown = list(cells)
    for side in "ns":
        for at in chance.sample([at for at, letter in enumerate(cells) if letter == side], 3):
            shown[at], shown[next(free)] = ".", side
    return "".join(shown)


def hello_of(size: tuple[int, int]) -> wire.BoardHello:
    """Return the hello of a board of that size."""
    about = HELLO.version, HELLO.uid, HELLO.boot, size, frozenset({"leds"}), 300, "cal", None
    return wire.BoardHello(wire.PROTOCOL, *about)


@contextlib.contextmanager
def flickering(name: str) -> Iterator[FlickeringBoard]:
    """Run a board with the first position of a game."""
    game = GAMES[name]
    snapshot = snapshot_of(game.pieces(game.start()), game.size[0] * game.size[1])
    cells = "".join(LETTERS[state] for state in snapshot)
    board = FlickeringBoard(cells, game.size)
    try:
        yield board
    finally:
        board.close()


@pytest.mark.parametrize("name", ["kamisado-single", "five", "hasami", "seega"])
def test_sensors_that_flicker(tmp_path: Path, name: str) -> None:
    game = GAMES[name]
    with flickering(name) as board, playing(tmp_path, name, "--board", board.address) as page:
        page.until(lambda: page.state.get("phase") == "play")
        for cells in (4, 2 * game.size[0], game.size[0] * game.size[1]):
            board.flicker(cells)
            page.answers(15)
        assert page.link == "up"


def test_pieces_that_may_have_moved_unseen(tmp_path: Path) -> None:
    """Eight moves may have been made in the time, of which none lead to what stands there: a search
    looks at as many positions as it may."""
    with (
        flickering("hasami") as board,
        playing(tmp_path, "hasami", "--board", board.address) as page,
    ):
        page.until(lambda: page.state.get("phase") == "play")
        cells = scattered(board.cells, random.Random(1))
        without_one = cells.replace("n", ".", 1)
        board.show(without_one)
        page.until(lambda: page.state.get("correction") is not None)
        shown_s = time.monotonic() + chain.MOST_MOVES * MOVE_MS / 1000
        page.until(lambda: time.monotonic() > shown_s)
        board.show(cells)
        page.until(lambda: time.monotonic() > shown_s + 2)  # it has been looked for
        page.answers()
        assert page.link == "up"


@contextlib.contextmanager
def spectator(program: Program) -> Iterator[ClientConnection]:
    """Connect a page without a key."""
    with connect(
        f"ws://{program.host}/ws",
        origin=f"http://{program.host}",  # type: ignore[arg-type]
        subprotocols=["kamisado"],  # type: ignore[list-item]
        proxy=None,
        max_queue=None,
        close_timeout=0.1,
    ) as line:
        yield line


def test_spectators_who_analyse_long_lines(tmp_path: Path) -> None:
    game = game_named("five")
    ended = threading.Event()

    def ask(line: ClientConnection, moves: Sequence[str]) -> None:
        """Ask for long lines as often as a page may."""
        with contextlib.suppress(Exception):  # it may be hung up on
            for number in itertools.count():
                if ended.wait(0.02):
                    return
                request = {"t": "analyse", "number": number, "ply": 0, "moves": moves}
                line.send(json.dumps({**request, "values": False}))

    with contextlib.ExitStack() as stack, playing(tmp_path, "five", *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        lines = [stack.enter_context(spectator(program)) for _ in range(SPECTATORS)]
        asking = [
            threading.Thread(target=ask, args=(line, long_line(game, seed)))
            for seed, line in enumerate(lines)
        ]
        for thread in asking:
            thread.start()
        try:
            program.answers(60)
        finally:
            ended.set()
            for thread in asking:
                thread.join()
        told = [json.loads(text)["t"] for text in received(lines[0]) if isinstance(text, str)]
        assert "analysis" in told


def long_line(game: AnyGame, seed: int) -> list[str]:
    """Return the moves of a game at random, as many as a page may ask for."""
    chance, position, texts = random.Random(seed), game.start(), list[str]()
    while len(texts) < MOST_MOVES and game.outcome(position) is None:
        move = chance.choice(tuple(game.legal_moves(position)))
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def received(line: ClientConnection) -> Iterator[str | bytes]:
    """Yield what a page has been told."""
    with contextlib.suppress(Exception):  # no more, or the end
        while True:
            yield line.recv(timeout=0.2)


def test_several_tables_at_once(tmp_path: Path) -> None:
    names = [f"table-{number}" for number in range(1, 5)]
    with playing(tmp_path, "--tables", str(len(names)), table=names[0]) as program:
        tables = [program, *(program.page(name) for name in names[1:])]
        for page in tables:
            page.until(lambda page=page: page.state.get("phase") == "play")  # type: ignore[misc]
        for _ in range(3):
            for page in tables:  # all hands at once
                page.send(t="lift", square="d8")
                page.send(t="put", square="d4")
            for page in tables:
                page.answers(5)
                page.until(lambda page=page: page.plies == 1)  # type: ignore[misc]
                page.send(t="takeback")
            for page in tables:
                page.answers(5)
                page.until(lambda page=page: page.plies == 0)  # type: ignore[misc]
        program.check_loop()
