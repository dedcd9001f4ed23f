"""The host in a worker of the page: composition of the application."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from browser.board_finder import START_MS, find_board
from browser.broker import TabBroker
from browser.javascript import JavaScript, JsBytes, SerialLine
from browser.page_connection import PageConnection, Post
from browser.platform import BrowserPlatform
from browser.saved_file import SavedFile
from browser.web_serial import URL, WebSerialPort
from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.app.explorer import Reply
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.link.errors import BoardError, BoardNotFoundError
from host.message import Words, message_of
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.requests import OpenMatch
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.autosave import Autosave
from host.storage.database import SaveFileError
from host.storage.saved_session import saved_session
from host.storage.store import Store
from host.ui.messages.encoding import encode
from host.ui.web.broadcast import Broadcast

PATH = Path("/data/matches.sqlite")
GAME = "kamisado-single"
"""Played where no match was left unfinished."""
SEED = 1
"""Of the virtual board's noise."""
VIRTUAL = "virtual"


class BrowserHost:
    """The application, with the matches that the browser keeps: on a virtual board at first.

    Each board has an application of its own; the session goes on from one to the next.

    Args:
        javascript: starts workers, and keeps the matches.
        kept: the file of the matches; None if there is none.
    """

    def __init__(self, javascript: JavaScript, kept: JsBytes | None) -> None:
        self._started = asyncio.Event()
        saved_file = SavedFile(javascript, PATH)
        if kept is not None:
            saved_file.restore(kept.to_bytes())
        self._platform = BrowserPlatform(javascript, saved_file)
        store = Store(PATH)
        self._session, match = last_session(store)
        self._autosave = Autosave(self._session, store, match, saved_file)
        self._composition = Composition(
            self._session,
            self._platform,
            BoardOptions(VIRTUAL, SEED),
            self._autosave,
            make_client=partial(TabBroker, javascript),
        )
        self._pages: list[PageConnection] = []
        self._turning = asyncio.Lock()
        self._turned = asyncio.Event()
        self._refused: Words | None = None
        self._board = VIRTUAL
        self._application: Application | None = None

    def connect(self, post: Post) -> PageConnection:
        """Connect a page."""
        page = PageConnection(self._composition.broadcast, self._ask, post, self._pages.remove)
        self._pages.append(page)
        return page

    async def run(self) -> None:
        """Run until cancelled.

        Raises:
            BoardError: the virtual board does not start.
        """
        while True:
            try:
                board = BoardOptions(self._board, SEED)
                composition = replace(self._composition, board=board)
                async with compose(composition) as self._application:
                    await self._go_on_with_far_match(self._application)
                    self._started.set()
                    await self._turned.wait()
            except* BoardError as errors:
                if self._board == VIRTUAL:
                    raise
                self._refused = message_of(errors.exceptions[0])
                self._board = VIRTUAL
            self._turned.clear()
            self._session.set_aside()
            broadcast = Broadcast()
            self._composition = replace(self._composition, broadcast=broadcast)
            for page in self._pages:
                page.move_to(broadcast)

    async def plug_in(self, lines: Iterable[SerialLine], was_asked: bool) -> str:
        """Play on the board at one of some ports that the page has opened.

        Args:
            lines: to the ports, at least one.
            was_asked: False if they have appeared by themselves: then a board that is played on
                stays, and one that has just been plugged in may take its time.

        Returns:
            JSON text with the message that says why it cannot be; "" if it can.
        """
        ports = [WebSerialPort(line) for line in lines]
        try:
            port = await find_board(ports, 0 if was_asked else START_MS)
        except BoardNotFoundError as error:
            return encode({"why": message_of(error)})
        async with self._turning:
            application = await self._running()
            link = application.link_state
            if self._board == VIRTUAL:
                self._platform.plug_in(port)
                await self._turn_to(URL)
            elif was_asked or link.state != "up":
                self._platform.plug_in(port)
                application.move_to(URL)
            else:
                port.close()
        return "" if self._refused is None else encode({"why": self._refused})

    async def leave_board(self) -> None:
        """Play on the virtual board again."""
        async with self._turning:
            await self._started.wait()
            if self._board != VIRTUAL:
                await self._turn_to(VIRTUAL)

    async def _turn_to(self, board: str) -> None:
        """Change to another board; return once it is linked, or the virtual one in its place."""
        self._refused = None
        self._board = board
        self._started.clear()
        self._turned.set()
        await self._started.wait()

    async def _running(self) -> Application:
        """Wait until an application runs, and return it."""
        await self._started.wait()
        assert self._application is not None, "it has started"
        return self._application

    async def _ask(self, request: Mapping[str, object], reply: Reply) -> Words | None:
        return await (await self._running()).ask(request, Role.OWNER, reply)

    async def _go_on_with_far_match(self, application: Application) -> None:
        """Reach the player at another board against whom the session plays, if there is one."""
        number = self._autosave.match
        if number is None or self._session.settings.far_side is None:
            return
        refused = await application.handle(OpenMatch(number))
        if refused is not None:
            application.tell(Notice(Severity.WARN, refused))


def last_session(store: Store) -> tuple[Session, int | None]:
    """Return the session of the match that was played last and its id, or else a new one."""
    try:
        saved = store.latest()
        if saved is not None and saved.outcome is None:
            return saved_session(saved, Help.LEGAL), saved.id
    except SaveFileError:
        pass  # it stays in the list of matches
    return Session(MatchSettings(game_named(GAME)), None, Help.LEGAL), None
