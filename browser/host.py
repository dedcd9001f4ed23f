"""The host in a worker of the page: composition of the application."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from browser.javascript import JavaScript, JsBytes
from browser.platform import BrowserPlatform
from browser.saved_file import SavedFile
from host.app.application import Application
from host.app.match_library import MatchLibrary
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.session.match_settings import MatchSettings
from host.session.permissions import may_ever
from host.session.request_codec import TYPES
from host.session.requests import Invite, Revoke
from host.session.role import Role
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.database import SaveFileError
from host.storage.saved_session import saved_session
from host.storage.store import Store
from host.ui.messages.access import AccessMessage
from host.ui.messages.encoding import encode
from host.ui.messages.notice import warning_message

PATH = Path("/data/matches.sqlite")
GAME = "kamisado-single"
"""Played where no match was left unfinished."""
SEED = 1
"""Of the virtual board's noise."""

Post = Callable[[str | bytes], None]
"""Sends a message or an LED frame to the page."""


class PageConnection:
    """The connection of one page.

    Args:
        application: that it shows.
        started: set once it runs; requests wait for that.
        post: sends to the page.
    """

    def __init__(self, application: Application, started: asyncio.Event, post: Post) -> None:
        self._application = application
        self._started = started
        self._post = post
        self._subscription = application.connect()
        self._requests: asyncio.Queue[str] = asyncio.Queue()
        self._tasks = [
            asyncio.get_running_loop().create_task(work) for work in (self._send(), self._answer())
        ]

    def receive(self, text: str) -> None:
        """Queue a request of the page."""
        self._requests.put_nowait(text)

    def close(self) -> None:
        """End the connection."""
        self._subscription.close()
        for task in self._tasks:
            task.cancel()

    async def _send(self) -> None:
        self._post(encode(access_message()))
        while True:
            message = await self._subscription.next()
            self._post(message if isinstance(message, bytes) else encode(message))

    async def _answer(self) -> None:
        """Carry the page's requests out, one after another."""
        post = self._subscription.post
        await self._started.wait()
        while True:
            request: Mapping[str, object] = json.loads(await self._requests.get())
            refusal = await self._application.ask(request, Role.OWNER, post)
            if refusal is not None:
                post(warning_message(refusal))


def access_message() -> AccessMessage:
    """Return the message that tells the page its role: an owner who can invite nobody."""
    refused = (Invite, Revoke)
    allowed = [
        name
        for name, kind in TYPES.items()
        if may_ever(Role.OWNER, kind) and not issubclass(kind, refused)
    ]
    return {
        "t": "access",
        "role": Role.OWNER.value,
        "requests": allowed,
        "key": None,
        "expired": False,
        "sharing": None,
    }


class BrowserHost:
    """The application on a virtual board, with the matches that the browser keeps.

    Args:
        javascript: starts workers, and keeps the matches.
        kept: the file of the matches; None if there is none.
    """

    def __init__(self, javascript: JavaScript, kept: JsBytes | None) -> None:
        self._started = asyncio.Event()
        saved_file = SavedFile(javascript, PATH)
        if kept is not None:
            saved_file.restore(kept.to_bytes())
        platform = BrowserPlatform(javascript, saved_file)
        store = Store(PATH)
        session, match = last_session(store)
        self._autosave = Autosave(session, store, match, saved_file)
        self._application = Application(
            platform,
            session,
            "virtual",
            SEED,
            self._autosave,
            library=MatchLibrary(PATH, self._autosave, platform.run_blocking),
        )

    def connect(self, post: Post) -> PageConnection:
        """Connect a page."""
        return PageConnection(self._application, self._started, post)

    async def run(self) -> None:
        """Run until cancelled.

        Raises:
            BoardError: the virtual board does not start.
        """
        async with self._application.running():
            self._started.set()
            await asyncio.Event().wait()


def last_session(store: Store) -> tuple[Session, int | None]:
    """Return the session of the match that was played last and its id, or else a new one."""
    try:
        saved = store.latest()
        if saved is not None and saved.outcome is None:
            return saved_session(saved, Help.LEGAL), saved.id
    except SaveFileError:
        pass  # it stays in the list of matches
    return Session(MatchSettings(game_named(GAME)), None, Help.LEGAL), None
