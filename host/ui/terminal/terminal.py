"""The text interface: prints the board when it has changed, and carries out typed commands.

It is a display like any page (docs/protocols/page.md): messages come from a subscription, requests
go to `ask`.  It scrolls and never moves the cursor: a screen reader, a log file or a pipe gets the
same text.

    messages --> newest hello, state, hand --> text board, printed when it differs from the last
    lines    --> command --> ask, one after another; a move waits for the board's answer

Nothing is printed while a command is carried out, so a typed move gives one board.  The time on a
clock is printed with the board, and is no reason to print it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TextIO, cast

from host.message import Message, Words, in_english, message
from host.ui.messages.clock import ClockMessage
from host.ui.messages.hello import HelloMessage, SettingData
from host.ui.messages.pieces import HandPieceData
from host.ui.messages.state import StateMessage
from host.ui.terminal.command import (
    CommandContext,
    CommandError,
    Print,
    Quit,
    Send,
    Wait,
)
from host.ui.terminal.command_parser import parse_command, short_names
from host.ui.terminal.keyboard import KeyboardLines
from host.ui.terminal.screen import Screen
from host.ui.terminal.symbols import COLOURS
from host.ui.terminal.text_board import render, render_moves

COLLECT_S = 0.15
"""Time in which changes are collected before the board is printed: a hand makes several."""
RESULT_S = 5.0
"""Longest time for a typed move, hand included; after that the next line is read."""
CHANGE_S = 0.5
"""Longest time until the host notices that a board is to be set up, or is set up already."""
COMMAND_WIDTH = 18
"""Column in `ui.commands` at which the explanations begin."""
SET_UP_S = 15.0
"""Longest wait for a virtual board to be set up: twice what its hand needs for 16 pieces."""

_NOTICE_SIGNS: Mapping[str, str] = {"info": "-", "good": "+", "warn": "!"}


class Subscription(Protocol):
    """The messages to a display, as from `broadcast.Subscription`."""

    async def next(self) -> Mapping[str, object] | bytes:
        """Wait for the next message and return it."""

    def close(self) -> None:
        """End the subscription."""


Ask = Callable[[Mapping[str, object]], Awaitable[Words | None]]
"""Sends a request to the host; returns None, or the reason why it is refused."""


class TerminalUI:
    """A player at a terminal.

    Args:
        messages: those of the host to its displays.
        ask: sends a request to the host.
        keyboard: file descriptor that lines are read from; None for standard input.
        screen: the stream to print to; None for standard output.
        colour: True to paint the squares; None if the stream decides.
        repeat: says once more what was said last; None where nothing is said aloud.
    """

    def __init__(
        self,
        messages: Subscription,
        ask: Ask,
        *,
        keyboard: int | None = None,
        screen: TextIO | None = None,
        colour: bool | None = None,
        repeat: Callable[[], None] | None = None,
    ) -> None:
        self._repeat = repeat
        self._messages = messages
        self._ask = ask
        self._keyboard = keyboard
        self._screen = Screen(sys.stdout if screen is None else screen, colour)
        self._hello: HelloMessage | None = None
        self._state: StateMessage | None = None
        self._hand: list[HandPieceData] | None = None
        self._clock: ClockMessage | None = None
        self._warnings = 0
        self._notices: list[tuple[str, str]] = []
        self._shown = ""
        self._busy = False
        self._changed = asyncio.Condition()

    async def run(self) -> int:
        """Serve until `quit` or the end of the input; return the exit status."""
        receiving = asyncio.create_task(self._receive())
        reading = asyncio.create_task(self._read_commands())
        try:
            done, _ = await asyncio.wait((receiving, reading), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except BrokenPipeError:
            self._screen.discard()
        finally:
            self._messages.close()
            for task in (receiving, reading):
                task.cancel()
            await asyncio.gather(receiving, reading, return_exceptions=True)
        return 0

    def tell(self, text: str) -> None:
        """Print what the player has asked for."""
        self._screen.tell(f"{_NOTICE_SIGNS['info']} {text}")

    # Messages of the host

    async def _receive(self) -> None:
        loop = asyncio.get_running_loop()
        due: float | None = None
        while True:
            try:
                async with asyncio.timeout_at(due):
                    received = await self._messages.next()
            except TimeoutError:
                due = None
                self._draw()
                continue
            if isinstance(received, bytes):
                continue  # an LED frame; the marks say the same
            await self._handle(received)
            if due is None and received["t"] != "clock":
                due = loop.time() + COLLECT_S

    async def _handle(self, received: Mapping[str, object]) -> None:
        match received:
            case {"t": "hello"}:
                self._hello = cast(HelloMessage, received)
            case {"t": "state"}:
                self._state = cast(StateMessage, received)
            case {"t": "clock"}:
                self._clock = cast(ClockMessage, received)
            case {"t": "hand", "pieces": list(pieces)}:
                self._hand = pieces
            case {"t": "review", "finished": True, "lines": list(lines), "summary": list(said)}:
                self._notices += [("info", str(text)) for text in (*lines, *said)]
            case {"t": "notice", "level": str(level), "text": text}:
                self._notices.append((level, str(text)))
                self._warnings += level == "warn"
        async with self._changed:
            self._changed.notify_all()

    def _draw(self, again: bool = False) -> None:
        """Print the notices, the board if it differs from the last one, and the prompt."""
        if self._hello is None or self._state is None or self._busy:
            return
        self._print_notices(self._state)
        timeless = self._snapshot(self._hello, self._state, None)
        if again or timeless != self._shown:
            self._shown = timeless
            self._screen.show(f"\n{self._snapshot(self._hello, self._state, self._clock)}")
        self._screen.prompt()

    def _snapshot(
        self, hello: HelloMessage, state: StateMessage, clock: ClockMessage | None
    ) -> str:
        screen = self._screen
        return render(hello, state, self._hand, clock, colour=screen.colour, width=screen.columns)

    def _print_notices(self, state: StateMessage) -> None:
        correction, hint = state["correction"], state["hint"]
        shown = {str(correction["text"]) if correction else "", str(hint["words"]) if hint else ""}
        for level, text in self._notices:
            # A correction or a hint stands below the board anyway.
            if text not in shown:
                self._screen.tell(f"{_NOTICE_SIGNS.get(level, '-')} {text}")
        self._notices.clear()

    # Commands of the player

    async def _read_commands(self) -> None:
        lines = KeyboardLines(sys.stdin.fileno() if self._keyboard is None else self._keyboard)
        async with self._changed:
            await self._changed.wait_for(
                lambda: self._hello is not None and self._state is not None
            )
        await self._until_set_up()
        self._draw()
        while (line := await lines.next()) is not None:
            if not lines.echoed:
                self._screen.echo(line)
            self._screen.answered()
            if not await self._execute(line):
                return
            self._screen.prompt()
        self._screen.show("")

    async def _execute(self, line: str) -> bool:  # noqa: PLR0912 (one for each command)
        """Carry out a line; return False if it is to be the last."""
        assert self._hello is not None
        assert self._state is not None
        context = _context(self._hello, self._state)
        try:
            command = parse_command(line, context)
        except CommandError as error:
            self._screen.tell(str(error))
            return True
        match command:
            case Quit():
                return False
            case Print.HELP:
                self._screen.explain(str(message("ui.commands")), COMMAND_WIDTH)
                if games := ", ".join(short_names(context.games)):
                    self._screen.tell(str(message("ui.games", games=games)))
                for game in self._hello["games"]:
                    if settings := ", ".join(map(_setting, game["settings"])):
                        found = message("ui.settings", game=game["name"], settings=settings)
                        self._screen.tell(str(found))
            case Print.MOVES:
                self._screen.show(render_moves(self._state, self._screen.columns))
            case Print.ADOPTION:
                position = self._state["adoption"]
                told = message("ui.adopt_nothing" if position is None else "ui.adopt")
                self._screen.tell(str(told))
                if position is not None:
                    if self._hello["square_colours"]:
                        self._screen.tell(str(_position_letters()))
                    self._screen.show(f"adopt {position}")  # unbroken, to be copied
            case Print.AGAIN:
                self._screen.tell(_task(self._state))
                if self._repeat is not None:
                    self._repeat()
            case Print.BOARD:
                self._draw(again=True)
            case Send():
                await self._send(command)
        return True

    async def _send(self, command: Send) -> None:
        self._busy = True
        try:
            before, result = self._state, self._result()
            for request in command.requests:
                refusal = await self._ask(request)
                if refusal is not None:
                    self._screen.tell(str(refusal))
                    return
            match command.wait:
                case Wait.RESULT:
                    await self._until(lambda: self._result() != result, RESULT_S)
                case Wait.SET_UP:
                    await self._until(lambda: self._state is not before, CHANGE_S)
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
        """Wait until a condition on the messages holds, at most for a time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest_s), self._changed:
                await self._changed.wait_for(holds)

    def _result(self) -> object:
        """Return a value that changes when a request has had an effect, or was refused."""
        assert self._state is not None
        state = self._state
        texts = [move["text"] for move in state["moves"]]
        done = texts, state["outcome"], state["reward"], state["replay"], state["phase"] == "paused"
        return done, state["correction"], self._warnings


def _context(hello: HelloMessage, state: StateMessage) -> CommandContext:
    files, ranks = hello["size"]
    return CommandContext(
        size=(files, ranks),
        choices=tuple(choice["text"] for choice in state["choices"]),
        game=hello["game"],
        games=tuple(game["name"] for game in hello["games"]),
        replay=state["replay"] is not None,
        turn=state["turn"],
    )


def _position_letters() -> Message:
    """Return what the letters of position text mean, in whatever language."""
    named = tuple(
        message(
            "ui.letter_of",
            letter=in_english(message(f"ui.letter_{colour}")),
            colour=message(f"colour.{colour}"),
        )
        for colour in sorted(COLOURS)
    )
    return message("ui.adopt_letters", letters=named)


def _task(state: StateMessage) -> str:
    """Return what is to be done: what is wrong comes first."""
    correction = state["correction"]
    return str(state["prompt"] if correction is None else correction["text"])


def _setting(setting: SettingData) -> str:
    """Return a setting as it is typed: "limit=N", "first=white|black"."""
    return f"{setting['name']}={'|'.join(setting['values']) or 'N'}"
