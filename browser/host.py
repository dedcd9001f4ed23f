"""The host in a worker of the page: composition of the application."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
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
from host.app.match_library import MatchLibrary
from host.app.remote.late_far_matches import LateFarMatches
from host.engine.registry import game_named
from host.guidance.marks import Help
from host.link.errors import BoardError, BoardNotFoundError
from host.message import Words, message_of
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.autosave import Autosave
from host.storage.database import SaveFileError
from host.storage.saved_session import saved_session
from host.storage.store import Store, open_to_read
from host.ui.messages.encoding import encode

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
        self._javascript = javascript
        saved_file = SavedFile(javascript, PATH)
        if kept is not None:
            saved_file.restore(kept.to_bytes())
        self._platform = BrowserPlatform(javascript, saved_file)
        store = Store(PATH)
        self._session, match = last_session(store)
        self._autosave = Autosave(self._session, store, match, saved_file)
        self._library = MatchLibrary(PATH, self._autosave, self._platform.run_blocking)
        self._pages: list[PageConnection] = []
        self._turning = asyncio.Lock()
        self._turned = asyncio.Event()
        self._refused: Words | None = None
        self._board = VIRTUAL
        self._application = self._make_application()

    def connect(self, post: Post) -> PageConnection:
        """Connect a page."""
        page = PageConnection(self._application, self._started, post, self._pages.remove)
        self._pages.append(page)
        return page

    async def run(self) -> None:
        """Run until cancelled.

        Raises:
            BoardError: the virtual board does not start.
        """
        while True:
            try:
                async with self._application.running():
                    await self._go_on_with_far_match()
                    self._started.set()
                    try:
                        await self._turned.wait()
                    finally:
                        await self._far_matches.leave()
            except* BoardError as errors:
                if self._board == VIRTUAL:
                    raise
                self._refused = message_of(errors.exceptions[0])
                self._board = VIRTUAL
            self._turned.clear()
            self._application.switch.forget_puzzles()
            self._session.set_aside()
            self._application = self._make_application()
            for page in self._pages:
                page.move_to(self._application)

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
            await self._started.wait()
            controller = self._application.controller
            if self._board == VIRTUAL:
                self._platform.plug_in(port)
                await self._turn_to(URL)
            elif was_asked or controller.link_state.state != "up":
                self._platform.plug_in(port)
                controller.link.move_to(URL)
                self._application.wake()
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

    def _make_application(self) -> Application:
        application = Application(
            self._platform,
            self._session,
            self._board,
            SEED,
            self._autosave,
            library=self._library,
        )
        put_on = application.requests.put_on
        make_client = partial(TabBroker, self._javascript)
        self._far_matches = LateFarMatches(application, self._autosave, make_client, put_on)
        application.far_matches = self._far_matches
        return application

    async def _go_on_with_far_match(self) -> None:
        """Reach the player at another board against whom the session plays, if there is one."""
        number = self._autosave.match
        if number is None or self._session.settings.far_side is None:
            return
        with open_to_read(PATH) as store:
            saved = store.load(number)
        try:
            await self._far_matches.go_on(saved)
        except ValueError as error:
            self._application.tell([Notice(Severity.WARN, message_of(error))])


def last_session(store: Store) -> tuple[Session, int | None]:
    """Return the session of the match that was played last and its id, or else a new one."""
    try:
        saved = store.latest()
        if saved is not None and saved.outcome is None:
            return saved_session(saved, Help.LEGAL), saved.id
    except SaveFileError:
        pass  # it stays in the list of matches
    return Session(MatchSettings(game_named(GAME)), None, Help.LEGAL), None
