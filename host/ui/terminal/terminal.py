"""The text interface: prints the board when something has changed, and does what is typed.

It looks on like any page (PAGE.md): messages come from a subscription, wishes go to `ask`.  It
scrolls, and never moves the cursor: a screen reader, a log file or a pipe gets the same text.

    messages --> newest hello, state, hand --> text picture, printed when it differs from the last
    lines    --> command --> ask, one after another; a move waits for the board's verdict

Nothing is printed while a command is being carried out, so a typed move gives one picture.  The
time of a clock is printed with the board; that it passes is no reason to print anything.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import shutil
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TextIO, cast

from host.ui.messages.clock import ClockMessage
from host.ui.messages.encoding import Words
from host.ui.messages.hello import HelloMessage, SettingData
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import StateMessage
from host.ui.terminal.command import (
    HELP,
    Act,
    CommandError,
    Quit,
    Scope,
    Show,
    Until,
    parse_command,
    short_names,
)
from host.ui.terminal.status import printable, wrapped
from host.ui.terminal.text_board import render, render_moves

CALM_S = 0.15
"""How long changes are collected before the board is printed: a hand makes several at once."""
VERDICT_S = 5.0
"""How long a typed move may take, hand included, before the next line is read all the same."""
NEWS_S = 0.5
"""How long the host may take to notice that a board is to be set up anew, or is set up already."""
SET_UP_S = 15.0
"""How long a line waits for a virtual board to be set up: twice what its hand needs for 16."""
LONGEST_LINE = 1000
WAITING_LINES = 16
PROMPT = "> "
READER_NAME = "reader of the keyboard"

_SAY_SIGNS: Mapping[str, str] = {"info": "-", "good": "+", "warn": "!"}


class Messages(Protocol):
    """Where the messages to a display come from; `broadcast.Subscription` is one."""

    async def next(self) -> Mapping[str, object] | bytes:
        """The next message, waiting for one."""

    def close(self) -> None:
        """Stop listening."""


Ask = Callable[[Mapping[str, object]], Awaitable[Words | None]]
"""Tells the host a wish; None, or a sentence that says why it is not granted."""


class TerminalUI:
    """A player at a terminal.

    Args:
        messages: what the host tells its displays.
        ask: tells the host a wish.
        keyboard: file descriptor that lines are read from; None for standard input.
        screen: where to print; None for standard output.
        colour: whether to paint; None to find out.
    """

    def __init__(
        self,
        messages: Messages,
        ask: Ask,
        *,
        keyboard: int | None = None,
        screen: TextIO | None = None,
        colour: bool | None = None,
    ) -> None:
        self._messages = messages
        self._ask = ask
        self._keyboard = keyboard
        self._screen = sys.stdout if screen is None else screen
        self._colour = can_paint(self._screen, os.environ) if colour is None else colour
        self._hello: HelloMessage | None = None
        self._state: StateMessage | None = None
        self._hand: list[HandPieceData] | None = None
        self._clock: ClockMessage | None = None
        self._warnings = 0
        self._sayings: list[tuple[str, str]] = []
        self._shown = ""
        self._asking = False
        self._busy = False
        self._changed = asyncio.Condition()

    async def run(self) -> int:
        """Serve until `quit` or the end of the input; the exit status."""
        listening = asyncio.create_task(self._listen())
        obeying = asyncio.create_task(self._obey())
        try:
            done, _ = await asyncio.wait((listening, obeying), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except BrokenPipeError:
            _forget_screen(self._screen)
        finally:
            self._messages.close()
            for task in (listening, obeying):
                task.cancel()
            await asyncio.gather(listening, obeying, return_exceptions=True)
        return 0

    # What the host tells

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        due: float | None = None
        while True:
            try:
                async with asyncio.timeout_at(due):
                    message = await self._messages.next()
            except TimeoutError:
                due = None
                self._draw()
                continue
            if isinstance(message, bytes):
                continue  # an LED picture; the marks say the same
            await self._take(message)
            if due is None and message["t"] != "clock":
                due = loop.time() + CALM_S

    async def _take(self, message: Mapping[str, object]) -> None:
        match message:
            case {"t": "hello"}:
                self._hello = cast(HelloMessage, message)
            case {"t": "state"}:
                self._state = cast(StateMessage, message)
            case {"t": "clock"}:
                self._clock = cast(ClockMessage, message)
            case {"t": "hand", "pieces": list(pieces)}:
                self._hand = pieces
            case {"t": "review", "finished": True, "lines": list(lines), "summary": list(said)}:
                self._sayings += [("info", str(text)) for text in (*lines, *said)]
            case {"t": "notice", "level": str(level), "text": text}:
                self._sayings.append((level, str(text)))
                self._warnings += level == "warn"
        async with self._changed:
            self._changed.notify_all()

    def _draw(self, again: bool = False) -> None:
        """Print what was said, the board if it differs from the last one, and the prompt."""
        if self._hello is None or self._state is None or self._busy:
            return
        self._print_sayings(self._state)
        timeless = self._snapshot(self._hello, self._state, None)
        if again or timeless != self._shown:
            self._shown = timeless
            self._print(f"\n{self._snapshot(self._hello, self._state, self._clock)}")
        self._print_prompt()

    def _snapshot(
        self, hello: HelloMessage, state: StateMessage, clock: ClockMessage | None
    ) -> str:
        return render(hello, state, self._hand, clock, colour=self._colour, width=_columns())

    def _print_sayings(self, state: StateMessage) -> None:
        correction, hint = state["correction"], state["hint"]
        shown = {str(correction["text"]) if correction else "", str(hint["words"]) if hint else ""}
        for level, text in self._sayings:
            # What is wrong, and what is told, stands below the board anyway.
            if text not in shown:
                self._print_sentence(f"{_SAY_SIGNS.get(level, '-')} {text}")
        self._sayings.clear()

    # What the player types

    async def _obey(self) -> None:
        lines = _Lines(sys.stdin.fileno() if self._keyboard is None else self._keyboard)
        async with self._changed:
            await self._changed.wait_for(
                lambda: self._hello is not None and self._state is not None
            )
        await self._until_set_up()
        self._draw()
        while (line := await lines.next()) is not None:
            if not lines.echoed:
                print(printable(line), file=self._screen)
            self._asking = False
            if not await self._do(line):
                return
            self._print_prompt()
        self._print("")

    async def _do(self, line: str) -> bool:
        """Do what a line says; False if it is to be the last."""
        assert self._hello is not None
        assert self._state is not None
        scope = _scope(self._hello, self._state)
        try:
            command = parse_command(line, scope)
        except CommandError as error:
            self._print_sentence(str(error))
            return True
        match command:
            case Quit():
                return False
            case Show.HELP:
                self._print(HELP)
                if games := ", ".join(short_names(scope.games)):
                    self._print_sentence(f"GAME is one of {games}.")
                for game in self._hello["games"]:
                    if settings := ", ".join(map(_setting, game["settings"])):
                        self._print_sentence(f"Settings of {game['name']}: {settings}.")
            case Show.MOVES:
                self._print(render_moves(self._state, _columns()))
            case Show.BOARD:
                self._draw(again=True)
            case Act():
                await self._act(command)
        return True

    async def _act(self, act: Act) -> None:
        self._busy = True
        try:
            before, verdict = self._state, self._verdict()
            for request in act.requests:
                refusal = await self._ask(request)
                if refusal is not None:
                    self._print_sentence(str(refusal))
                    return
            match act.until:
                case Until.JUDGED:
                    await self._until(lambda: self._verdict() != verdict, VERDICT_S)
                case Until.SET_UP:
                    await self._until(lambda: self._state is not before, NEWS_S)
                    await self._until_set_up()
        finally:
            self._busy = False
            self._draw()

    async def _until_set_up(self) -> None:
        """Wait until a virtual board stands, which takes a moment; a real one is set up by hand."""
        assert self._hello is not None
        if self._hello["virtual"]:
            await self._until(self._is_set_up, SET_UP_S)

    def _is_set_up(self) -> bool:
        return self._state is not None and self._state["phase"] != "setup"

    async def _until(self, holds: Callable[[], bool], longest_s: float) -> None:
        """Wait for something that the messages tell; not for ever, as it may never be."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest_s), self._changed:
                await self._changed.wait_for(holds)

    def _verdict(self) -> object:
        """What changes when a wish is fulfilled, or found wrong."""
        assert self._state is not None
        state = self._state
        texts = [move["text"] for move in state["moves"]]
        done = texts, state["outcome"], state["reward"], state["replay"], state["phase"] == "paused"
        return done, state["correction"], self._warnings

    # Printing

    def _print_sentence(self, text: str) -> None:
        self._print("\n".join(wrapped(text, _columns())))

    def _print(self, text: str) -> None:
        if self._asking:
            # Whatever has been typed so far stays in the line above.
            print(file=self._screen)
            self._asking = False
        encoding = self._screen.encoding or "utf-8"
        print(text.encode(encoding, "replace").decode(encoding), file=self._screen, flush=True)

    def _print_prompt(self) -> None:
        if not self._asking:
            print(PROMPT, end="", file=self._screen, flush=True)
            self._asking = True


class _Lines:
    """Lines of a file descriptor, read by a thread, as the event loop cannot wait for every kind.

    The thread reads the descriptor itself: one that is blocked inside `sys.stdin` would hold
    its lock when the interpreter ends.  At most WAITING_LINES lines are read ahead.

    Attributes:
        echoed: whether what is typed shows on the screen by itself.
    """

    def __init__(self, descriptor: int) -> None:
        self.echoed = os.isatty(descriptor)
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(WAITING_LINES)
        threading.Thread(target=self._read, name=READER_NAME, daemon=True).start()

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the input."""
        line = await self._waiting.get()
        self._room.release()
        return line

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while True:
            try:
                data = os.read(self._descriptor, LONGEST_LINE)
            except OSError:
                data = b""
            *lines, rest = (rest + decoder.decode(data, final=not data)).split("\n")
            rest = rest[:LONGEST_LINE]
            if not data and rest:
                lines.append(rest)
            for line in lines:
                self._hand_over(line)
            if not data:
                self._hand_over(None)
                return

    def _hand_over(self, line: str | None) -> None:
        self._room.acquire()
        # The loop may have ended while the thread was waiting for the keyboard.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._waiting.put_nowait, line)


def can_paint(screen: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether colours are wanted and understood: a terminal, and neither NO_COLOR nor dumb."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    if os.name == "nt" and not {"WT_SESSION", "ANSICON", "TERM"} & environment.keys():
        return False
    return screen.isatty()


def _scope(hello: HelloMessage, state: StateMessage) -> Scope:
    files, ranks = hello["size"]
    return Scope(
        size=(files, ranks),
        choices=tuple(choice["text"] for choice in state["choices"]),
        game=hello["game"],
        games=tuple(game["name"] for game in hello["games"]),
        replay=state["replay"] is not None,
        turn=state["turn"],
    )


def _setting(setting: SettingData) -> str:
    """A setting as it is typed: "limit=N", "first=white|black"."""
    return f"{setting['name']}={'|'.join(setting['values']) or 'N'}"


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _forget_screen(screen: TextIO) -> None:
    """Nobody reads any more; what is still buffered must not fail again when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, screen.fileno())
        os.close(nowhere)
