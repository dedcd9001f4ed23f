"""A player at the terminal, and the host that answers."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Mapping

from host.ui.terminal.terminal import TerminalUI
from host.ui.web.broadcast import Broadcast

DEADLINE_S = 10.0


HELLO = {
    "t": "hello",
    "game": "kamisado-single",
    "size": [2, 2],
    "square_colours": {"a1": "brown"},
    "virtual": True,
    "runtime": "",
    "games": [
        {
            "name": "kamisado-standard",
            "title": "standard match",
            "size": [8, 8],
            "fits": True,
            "settings": [
                {"name": "limit", "values": []},
                {"name": "first", "values": ["white", "black"]},
            ],
        }
    ],
}


def clock(white_ms: int) -> dict[str, object]:
    return {"t": "clock", "white": white_ms, "black": 600_000, "running": "white", "text": "10+5"}


def replay(ply: int) -> dict[str, object]:
    return {"ply": ply, "of": 3, "title": "standard match"}


def state(
    prompt: str = "White to move.",
    moves: int = 0,
    correction: str | None = None,
    phase: str = "play",
    **fields: object,
) -> dict[str, object]:
    return {
        "t": "state",
        "phase": phase,
        "turn": "white",
        "prompt": prompt,
        "pieces": [{"square": "a1", "side": "white", "name": "pink", "teeth": 0}],
        "lifted": None,
        "marks": [],
        "correction": None if correction is None else {"text": correction, "squares": ["a1"]},
        "moves": [
            {"ply": n + 1, "side": "white", "words": "Pink 1", "text": "a1a2", "round": 1}
            for n in range(moves)
        ],
        "outcome": None,
        "match": None,
        "round": None,
        "reward": None,
        "choices": [],
        "setup": None,
        "opponent": None,
        "names": {"white": "", "black": ""},
        "reserve": [],
        "captured": [],
        "offer": None,
        "touch_move": False,
        "conditions": "friendly",
        "help": "legal",
        "hint": None,
        "puzzle": None,
        "replay": None,
        "link": {"state": "up", "text": ""},
        **fields,
    }


class RecordingHost:
    """A host: a broadcast, what it has been asked, and what it answers.

    Attributes:
        answers: sentences to refuse a wish with, by the wish's `t`.
        effects: what is published after a wish is granted, by the wish's `t`.
    """

    def __init__(self, *first: Mapping[str, object]) -> None:
        self.broadcast = Broadcast()
        self.asked: list[Mapping[str, object]] = []
        self.answers: dict[str, str] = {}
        self.effects: dict[str, list[dict[str, object]]] = {}
        for message in first or (HELLO, state()):
            self.broadcast.publish(dict(message))

    async def ask(self, message: Mapping[str, object]) -> str | None:
        self.asked.append(message)
        kind = str(message["t"])
        if kind in self.answers:
            return self.answers[kind]
        for effect in self.effects.get(kind, []):
            self.broadcast.publish(effect)
        return None


class Player:
    """Sits at a `TerminalUI` while it runs."""

    def __init__(
        self, host: RecordingHost, keyboard: tuple[int, io.FileIO], *, colour: bool = False
    ) -> None:
        self.host = host
        self.screen = io.StringIO()
        self._typed = keyboard[1]
        self._ui = TerminalUI(
            host.broadcast.connect(),
            host.ask,
            keyboard=keyboard[0],
            screen=self.screen,
            colour=colour,
        )

    async def __aenter__(self) -> Player:
        self._running = asyncio.create_task(self._ui.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    @property
    def text(self) -> str:
        return self.screen.getvalue()

    def type(self, text: str) -> None:
        self._typed.write(text.encode())

    async def sees(self, text: str, times: int = 1) -> None:
        """Wait until the screen shows it so often."""
        try:
            async with asyncio.timeout(DEADLINE_S):
                while self.text.count(text) < times:
                    await asyncio.sleep(0)
        except TimeoutError:
            raise AssertionError(f"{text!r} not {times} times in:\n{self.text}") from None

    async def ends(self) -> int:
        async with asyncio.timeout(DEADLINE_S):
            return await self._running


def run(story: Awaitable[None]) -> None:
    async def told() -> None:
        await story

    asyncio.run(told())


Keyboard = tuple[int, io.FileIO]
