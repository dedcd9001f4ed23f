"""Speaker: a display that says what the host tells, newest first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Protocol, cast

from host.message import Words, message_of
from host.ui.messages.state import StateMessage

GATHER_S = 0.1
"""Time in which sentences are gathered that belong together: longer than an update takes."""


class Voice(Protocol):
    """Says texts aloud."""

    def say(self, text: str) -> Future[None]:
        """Say a text, cutting short what is being said; the future fails if it cannot be said."""

    def close(self) -> None:
        """Fall silent."""


class Subscription(Protocol):
    """The messages to a display, as from `broadcast.Subscription`."""

    async def next(self) -> Mapping[str, object] | bytes:
        """Wait for the next message and return it."""

    def post(self, message: Mapping[str, object]) -> None:
        """Queue a message for this display alone."""


class Sentences:
    """Sentences to be said of the host's messages, gathered until they are said together."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._task = ""
        self._correction = ""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def take(self, received: Mapping[str, object]) -> None:
        """Gather what a message tells that the one before did not."""
        match received:
            case {"t": "notice" | "spoken", "text": text}:
                self._waiting.append(str(text))
            case {"t": "state"}:
                self._take_state(cast(StateMessage, received))

    def together(self) -> str:
        """Return what was gathered, each sentence once, and begin anew.

        The task is said last of all, as several texts end with it.
        """
        kept: list[str] = []
        waiting = list(self._waiting)
        for number, text in enumerate(waiting):
            if self._task and any(self._task in later for later in waiting[number + 1 :]):
                text = " ".join(text.replace(self._task, "").split())
            if not text or any(text in other for other in kept):
                continue
            kept = [other for other in kept if other not in text]
            kept.append(text)
        self._waiting.clear()
        return " ".join(kept)

    def _take_state(self, state: StateMessage) -> None:
        correction = state["correction"]
        task = str(state["prompt"])
        wrong = str(correction["text"]) if correction else ""
        # What has not been said yet and is no longer so is left out.
        past = {self._task, self._correction} - {task, wrong}
        self._waiting = [text for text in self._waiting if text not in past]
        if correction and correction["told"]:  # its notice too has just come
            self._waiting = [text for text in self._waiting if text != wrong]
            wrong = ""
        if wrong and wrong != self._correction:
            self._waiting.append(wrong)
        elif not wrong and (task != self._task or self._correction):
            self._waiting.append(task)
        self._task, self._correction = task, wrong


class Speaker:
    """Says notices, tasks, corrections and descriptions of the board.

    Args:
        messages: those of the host to its displays.
        voice: says them.
        failed: takes a sentence, once, if the voice does not work.
    """

    def __init__(
        self, messages: Subscription, voice: Voice, failed: Callable[[Words], None]
    ) -> None:
        self.messages = messages
        self._voice = voice
        self._failed: Callable[[Words], None] | None = failed
        self._sentences = Sentences()
        self._last = ""

    async def run(self) -> None:
        """Speak until the task is cancelled."""
        loop = asyncio.get_running_loop()
        due: float | None = None
        try:
            while True:
                try:
                    async with asyncio.timeout_at(due):
                        received = await self.messages.next()
                except TimeoutError:
                    due = None
                    self._say(self._sentences.together())
                    continue
                if not isinstance(received, bytes):
                    self._sentences.take(received)
                if self._sentences and due is None:
                    due = loop.time() + GATHER_S
        finally:
            self._voice.close()

    def repeat(self) -> None:
        """Say once more what was said last."""
        self._say(self._last)

    def _say(self, text: str) -> None:
        if not text:
            return
        self._last = text
        loop = asyncio.get_running_loop()
        said = self._voice.say(text)
        said.add_done_callback(lambda done: loop.call_soon_threadsafe(self._check, done))

    def _check(self, said: Future[None]) -> None:
        error = None if said.cancelled() else said.exception()
        if error is not None and self._failed is not None:
            self._failed(message_of(error))
            self._failed = None
