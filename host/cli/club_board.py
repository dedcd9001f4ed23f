"""The board of this program at a club's broker."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import platform
from collections.abc import AsyncIterator, Mapping

from host.app.application import Application
from host.cli.options import Echo
from host.message import Message, Words
from host.remote.board_publisher import BoardPublisher
from host.session.view import Notice, Severity
from host.ui.messages.encoding import encode
from host.ui.web.broadcast import Subscription

TOPICS = ("state", "clock")
"""The messages of docs/protocols/page.md that are published as they are."""
LONGEST_WORDS = 255
"""Characters of a state in Home Assistant."""


@contextlib.asynccontextmanager
async def published(
    application: Application, options: argparse.Namespace, echo: Echo
) -> AsyncIterator[None]:
    """Publish the board as long as the context lasts, if `--club` asks for it."""
    if options.club is None:
        yield
        return

    def tell(trouble: Message) -> None:
        application.tell([Notice(Severity.WARN, trouble)])
        if not options.terminal:  # no page may be open yet
            echo(str(trouble))

    name = options.club_name or platform.node() or "board"
    publisher = BoardPublisher(options.club, name, tell)
    messages = application.connect(leds=False)
    tasks = [
        asyncio.create_task(publisher.run()),
        asyncio.create_task(_publish(messages, publisher)),
    ]
    try:
        yield
    finally:
        messages.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _publish(messages: Subscription, publisher: BoardPublisher) -> None:
    while True:
        message = await messages.next()
        if isinstance(message, bytes) or message["t"] not in TOPICS:
            continue
        publisher.publish(str(message["t"]), encode(message).encode())
        if message["t"] == "state":
            publisher.publish_summary(summary(message))


def summary(state: Mapping[str, object]) -> dict[str, str]:
    """Return turn, last move, task and trouble of a `state` message, in the program's words."""
    moves, link, outcome = state["moves"], state["link"], state["outcome"]
    assert isinstance(moves, list)
    assert isinstance(link, Mapping)
    correction = state["correction"]
    trouble = link["text"] if link["state"] != "up" else ""
    if isinstance(correction, Mapping):
        trouble = correction["text"]
    return {
        "turn": "" if outcome is not None else str(state["turn"]),
        "last_move": _words(moves[-1]["words"]) if moves else "",
        "task": _words(state["prompt"]),
        "trouble": _words(trouble),
    }


def _words(words: object) -> str:
    assert isinstance(words, Words)
    return str(words)[:LONGEST_WORDS]
