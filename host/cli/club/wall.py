"""The wall of a club at work: what a broker tells goes to the wall's pages."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from host import VERSION
from host.cli.addresses import listen_address
from host.cli.club.tournament import ClubTournament
from host.cli.display import Place, bind, serve_wall
from host.cli.options import Echo
from host.message import Message, message
from host.remote.address import OWN_BROKER, BrokerAddress
from host.remote.broker.accounts import Role, new_account, read_accounts
from host.remote.broker.client import Broker
from host.remote.broker.mosquitto import MosquittoProcess
from host.remote.topics import board_topic
from host.remote.tournament_file import TournamentFile
from host.remote.wall.payloads import KINDS
from host.remote.wall.results import Results, record_with_title
from host.remote.wall.wall import Wall
from host.ui.web.wall_feed import WallFeed

ACCOUNT = "kamisado-wall"
"""Account of the wall at a broker that it has started; its password is another one each time."""
TICK_S = 0.5
"""Interval at which silent boards are looked for, and delayed messages shown."""
ASK_AGAIN_S = 5.0
"""Pause before the broker is asked once more for what boards have not told; it doubles each time.

A cluster whose servers are just electing one of them to lead does not send what it retains.
"""
AT_ONCE = 8
"""Messages that are read before pages are told of them; each takes about half a millisecond."""
MINUTE_MS = 60_000


class ClubWall:
    """All boards of a broker, on pages that cannot act; see `Wall` for where pairings go.

    Args:
        address: of the broker.
        delay_min: what pages show is so many minutes old.
        players: names of "black" and "white" by boards.

    Attributes:
        wall: the boards.
        feed: what pages are told.
        results: the matches that have ended.
        connected: set once the broker was reached.
    """

    def __init__(
        self,
        address: BrokerAddress,
        delay_min: float = 0.0,
        players: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.wall = Wall(round(delay_min * MINUTE_MS))
        self.results = Results()
        self.connected = asyncio.Event()
        head = {"t": "wall", "version": VERSION, "delay": delay_min, "results": 0}
        self.feed = WallFeed({**head, "trouble": None, "tournament": None})
        for board, names in (players or {}).items():
            self.wall.seat(board, names)
        self._loop = asyncio.get_running_loop()
        # What has come and was not yet read, by topics, with the time at which it came.
        self._waiting: dict[str, tuple[bytes, int]] = {}
        self._came = asyncio.Event()
        self._broker = Broker(
            address,
            f"kamisado-wall-{secrets.token_hex(4)}",
            on_connect=self._connect,
            on_trouble=self._tell,
        )
        for kind in KINDS:
            self._broker.subscribe(board_topic("+", kind), self._hear)

    async def run(self) -> None:
        """Follow the boards, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._broker.run())
            tasks.create_task(self._read())
            tasks.create_task(self._ask_again())
            while True:
                await asyncio.sleep(TICK_S)
                self.wall.tick(self._now_ms)
                self.show_changes()

    async def _ask_again(self) -> None:
        """Ask the broker once more for what it retains while live boards lack their state."""
        pause_s = ASK_AGAIN_S
        while True:
            await asyncio.sleep(pause_s)
            if self.wall.lacks_states(self._now_ms):
                self._broker.subscribe_again()
                pause_s *= 2
            else:
                pause_s = ASK_AGAIN_S

    def show_changes(self) -> None:
        """Tell pages of the boards that have changed, and note matches that have ended."""
        for name in self.wall.take_changed():
            board = self.wall.board(name)
            self.feed.show(name, board)
            if board is not None:
                ended = datetime.now(UTC).isoformat(timespec="seconds")
                self.results.follow(board, self.wall.record(name), ended)
        self.feed.tell(results=len(self.results))

    def csv(self, decimal_comma: bool) -> str:
        """Return the results as a table."""
        return self.results.csv(decimal_comma)

    def records(self) -> str:
        """Return the records of all results."""
        return self.results.records()

    def record(self, number: int) -> str:
        """Return the record of a result by its number, from 1.

        Raises:
            IndexError: there is no such one.
        """
        return record_with_title(self.results[number])

    @property
    def _now_ms(self) -> int:
        return int(self._loop.time() * 1000)

    def _hear(self, topic: str, payload: bytes) -> None:
        """Queue a message to be read, in place of an older one of its topic."""
        self._waiting.pop(topic, None)
        self._waiting[topic] = payload, self._now_ms
        self._came.set()

    async def _read(self) -> None:
        """Read what has come, and rest as long as that took.

        So half of the time is left for what comes and for pages.  If more comes than can be read,
        boards skip states instead of falling behind.
        """
        while True:
            await self._came.wait()
            self._came.clear()
            begin_s, waiting = self._loop.time(), self._waiting
            self._waiting = {}
            for number, (topic, (payload, came_ms)) in enumerate(waiting.items(), 1):
                self.wall.hear(topic, payload, came_ms)
                self.show_changes()
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
            await asyncio.sleep(self._loop.time() - begin_s)

    def _connect(self) -> None:
        self.connected.set()
        self.feed.tell(trouble=None)

    def _tell(self, trouble: Message) -> None:
        self.feed.tell(trouble=trouble)


async def serve_club(options: argparse.Namespace, echo: Echo) -> int:
    """Serve the wall as the options of `club` ask for it, until ctrl-C; return the exit status."""
    with contextlib.closing(bind(options.listen)) as sock:
        async with _broker(options, echo) as address, asyncio.TaskGroup() as tasks:
            club = ClubWall(address, options.delay, dict(options.players))
            following = [tasks.create_task(club.run())]
            if options.tournament is not None:
                file = TournamentFile(options.tournament)
                tournament = ClubTournament(file, club.wall, club.results, club.feed, echo)
                delay_s = options.delay * MINUTE_MS / 1000
                following.append(tasks.create_task(tournament.run(club.connected, delay_s)))
            try:
                place = Place.of(sock, options.public)
                await serve_wall(club.feed, club, place, not options.no_browser, echo)
            finally:
                for task in following:
                    task.cancel()
    return 0


@contextlib.asynccontextmanager
async def _broker(options: argparse.Namespace, echo: Echo) -> AsyncIterator[BrokerAddress]:
    """Give the address of the broker; one that was not named runs as long as the context lasts.

    Raises:
        ValueError: it is not installed, or does not start; the message says what to do.
    """
    if options.broker is not None:
        yield options.broker
        return
    host, port = listen_address(options.broker_listen, "--broker-listen", OWN_BROKER)
    accounts = read_accounts(options.folder)
    password = secrets.token_urlsafe(16)
    own = {ACCOUNT: new_account(ACCOUNT, password, Role.VIEWER)} if accounts else {}
    broker = await MosquittoProcess.start(
        options.folder, host=host, port=port, accounts=accounts | own
    )
    try:
        echo(str(message("cli.club_broker", address=str(broker.address))))
        address = replace(broker.address, host=broker.reached_at)
        async with asyncio.TaskGroup() as tasks:
            watching = tasks.create_task(_watch(broker))
            yield replace(address, name=ACCOUNT, password=password) if own else address
            watching.cancel()
    finally:
        await broker.close()


async def _watch(broker: MosquittoProcess) -> None:
    """Wait until the broker ends.

    Raises:
        ChildProcessError: it has.
    """
    await broker.wait()
    raise ChildProcessError("the broker has ended")
