"""The board of this program at a club's broker."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING

from host.app.application import Application
from host.cli.options import Echo
from host.engine.api import GameRecord, record_text
from host.message import Message, Words
from host.session.session import Session
from host.session.view import Notice, Severity
from host.ui.messages.encoding import encode
from host.ui.web.broadcast import Subscription

if TYPE_CHECKING:
    from host.remote.board_publisher import BoardPublisher

TOPICS = ("state", "clock")
"""The messages of docs/protocols/page.md that are published as they are."""
OF_GAME = ("game", "title", "size", "square_colours")
"""Fields of the message `hello` that are published as `game`."""
FORM = "words"
"""Notation of the published record, as of `engine.record_text`."""
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
    # Most programs start without it, and sooner.
    import platform

    from host.remote.board_publisher import BoardPublisher

    def tell(trouble: Message) -> None:
        application.tell(Notice(Severity.WARN, trouble))
        if not options.terminal:  # no page may be open yet
            echo(str(trouble))

    name = options.club_name or platform.node() or "board"
    publisher = BoardPublisher(options.club, name, tell)
    messages = application.connect(leds=False, looks_on=lambda: True)
    tasks = [
        asyncio.create_task(publisher.run()),
        asyncio.create_task(_publish(application, messages, publisher)),
    ]
    try:
        yield
    finally:
        messages.close()
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        for fault in ended:
            # A fault of ours: it has stopped no game, but must not stay unseen.
            if isinstance(fault, Exception):
                raise fault


async def _publish(
    application: Application, messages: Subscription, publisher: BoardPublisher
) -> None:
    while True:
        message = await messages.next()
        if isinstance(message, bytes):
            continue
        kind = str(message["t"])
        if kind == "hello":
            game = {name: message[name] for name in OF_GAME}
            publisher.publish("game", encode(game).encode())
        if kind in TOPICS:
            publisher.publish(kind, encode(message).encode())
        if kind == "state":
            publisher.publish_summary(summary(message))
            if message["outcome"] is not None and isinstance(application.mode, Session):
                publisher.publish("record", encode(record(application.mode)).encode())


def record(session: Session) -> dict[str, object]:
    """Return the moves of a match, as `state` has them, and its record."""
    plies = session.plies
    aids = tuple(
        (number, aid.value)
        for number, ply in enumerate(plies, 1)
        if (aid := session.analysis.aid(ply.before.position)) is not None
    )
    moves = tuple(ply.move for ply in plies)
    names = session.settings.names
    played = GameRecord(session.game, session.first, moves, session.termination, aids, names)
    return {"moves": [ply.text for ply in plies], "text": record_text(played, FORM)}


def summary(state: Mapping[str, object]) -> dict[str, str]:
    """Return turn, last move, task and trouble of a `state` message, in the program's words."""
    moves, link, outcome = state["moves"], state["link"], state["outcome"]
    assert isinstance(moves, Sequence)
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
