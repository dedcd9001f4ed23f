"""One of several tables: a board, its match and its pages, started again whenever it fails."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
from dataclasses import replace

from host.ai.players.opponent import FAR
from host.app.application import Application
from host.app.compose import Composition, compose
from host.app.platform import Platform
from host.cli.club.board import published
from host.cli.desktop import board_options
from host.cli.options import Echo
from host.cli.sessions import agreed_game, last_session, new_session, unfinished_wanted
from host.cli.tables.choice import VIRTUAL, TableChoice
from host.link.errors import BoardError
from host.message import Message, Words, message, message_of
from host.remote.broker.client import Broker
from host.session.match_settings import MatchSettings
from host.session.requests import OpenMatch
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.database import SaveFileError
from host.storage.store import Store
from host.ui.web.access import Access
from host.ui.web.tables import OpenTable
from host.worker.thread import WorkerThread

_LOG = logging.getLogger(__name__)

RESTART_S = 3.0
"""Pause before a table that has failed is started again."""


class Table:
    """A table of a program that has several; what fails here stops no other.

    Args:
        choice: its name and its board.
        number: of the table, from 0.
        options: of the command, for all tables; `number` is added to the seed.
        platform: the ports, threads and processes.
        access: the roles of its pages.
        starting: held while a board starts, so that not too many do at a time.
        echo: takes sentences for whoever runs the program.

    Attributes:
        name: of the table.
        opened: None while nobody can play at it.
        turns: of the main loop, as of `Application`.
    """

    def __init__(
        self,
        choice: TableChoice,
        number: int,
        options: argparse.Namespace,
        platform: Platform,
        access: Access,
        starting: asyncio.Semaphore,
        echo: Echo,
    ) -> None:
        self.name = choice.name
        is_virtual = choice.board == VIRTUAL
        own = {
            "club_name": _club_name(choice, options),
            "board": choice.board,
            "seed": options.seed + number,
            "size": options.size if is_virtual else None,
            "wait": not is_virtual,
        }
        self._options = argparse.Namespace(**{**vars(options), **own})
        self._platform = platform
        self.access = access
        self._starting = starting
        self._echo = echo
        self.opened: OpenTable | None = None
        self._application: Application | None = None
        self._trouble: Message | None = None
        self._is_restart = False

    @property
    def words(self) -> Words:
        """The task at it now, or why nobody can play."""
        if self._application is not None and self.opened is not None:
            link, view = self._application.link_state, self._application.view
            if self._application.is_delayed:
                return message("ui.serious_is_played")
            return view.task if link.state == "up" else link.words
        return self._trouble or message("ui.table_starts")

    @property
    def turns(self) -> int:
        """Turns of the main loop since the last start."""
        return 0 if self._application is None else self._application.turns

    async def run(self) -> None:
        """Play until cancelled, and start again after each failure."""
        task = asyncio.current_task()
        assert task is not None
        while True:
            try:
                await self._play()
            except Exception as error:
                self._fail(error)
            if task.cancelling():  # it has failed while it ended
                return
            self._is_restart = True
            await asyncio.sleep(RESTART_S)

    def _fail(self, error: Exception) -> None:
        """Tell why the table is started again; log what is a fault of the program."""
        group = error if isinstance(error, ExceptionGroup) else ExceptionGroup("", [error])
        expected, rest = group.split((BoardError, ValueError, OSError))
        if rest is not None:
            _LOG.error("table %s has failed", self.name, exc_info=error)
        why = message_of(_leaf(expected if rest is None and expected is not None else group))
        if why != self._trouble:
            self._tell(str(message("cli.table_restarts", why=why)))
        self._trouble = why

    async def _play(self) -> None:
        """Play until the board or the program fails."""
        agreed, _ = agreed_game(self._options)
        try:
            store = await asyncio.to_thread(Store, self._options.data, self.name)
        except SaveFileError as error:
            self._tell(str(message("cli.not_saving", why=message_of(error))))
            session, _ = new_session(self._options, agreed)
            await self._run(self._composition(session))
            return
        with contextlib.ExitStack() as stack:
            stack.callback(store.close)
            session, match, far = await asyncio.to_thread(self._session, agreed, store)
            autosave = Autosave(session, store, match, WorkerThread(f"autosave {self.name}"))
            stack.pop_all()  # it closes the store
        is_new = match is None and far is None
        wanted = unfinished_wanted(self._options, session.settings) if is_new else None
        composition = self._composition(session)
        try:
            await self._run(replace(composition, saver=autosave, may_go_on=wanted), far)
        finally:
            # A disk that hangs must not keep the other tables waiting.
            for notice in await asyncio.to_thread(autosave.close):
                self._tell(str(notice.words))

    def _session(
        self, agreed: MatchSettings, store: Store
    ) -> tuple[Session, int | None, int | None]:
        """Return the session to begin with, the id of its saved match, and that of a far match to
        go on with then; None if there is none.  It reads the disk."""
        goes_on = self._options.resume or self._is_restart
        last = store.latest() if goes_on else None
        is_far = last is not None and last.outcome is None and last.opponent.startswith(FAR)
        session, match = None, None
        if goes_on and not is_far:
            session, match = last_session(self._options, store, self._tell)
        if session is None:
            session, _ = new_session(self._options, agreed, store)
        return session, match, last.id if is_far and last is not None else None

    def _composition(self, session: Session) -> Composition:
        board, access = board_options(self._options), self.access
        return Composition(session, self._platform, board, make_client=Broker, invitations=access)

    async def _run(self, composition: Composition, match: int | None = None) -> None:
        """Run an application, and have pages connect to it as long as it runs.

        Args:
            match: saved one, with a player at another board, to go on with.
        """
        async with contextlib.AsyncExitStack() as stack:
            async with self._starting:
                application = await stack.enter_async_context(compose(composition))
            await stack.enter_async_context(published(application, self._options, self._tell))
            if match is not None:
                refused = await application.handle(OpenMatch(match))
                if refused is not None:
                    self._tell(str(refused))
            self._trouble = None
            self._application = application
            self.opened = opened = OpenTable(application)
            try:
                await asyncio.Event().wait()
            finally:
                self.opened = None
                opened.closed.set()

    def _tell(self, text: str) -> None:
        self._echo(f"{self.name}: {text}")


def _club_name(choice: TableChoice, options: argparse.Namespace) -> str:
    """Return the name of a table at the club's broker: of several computers each needs its own."""
    return f"{options.club_name}-{choice.name}" if options.club_name else choice.name


def _leaf(group: ExceptionGroup[Exception]) -> Exception:
    """Return the first exception of a group and of the groups in it."""
    first = group.exceptions[0]
    return _leaf(first) if isinstance(first, ExceptionGroup) else first
