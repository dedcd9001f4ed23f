"""The tournament of a club on its wall: players at the boards, and results from them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping

from host.engine.game import Side
from host.remote.record.canonical import canonical
from host.remote.topics import topic_level
from host.remote.tournament import result as tournament_result
from host.remote.tournament.boards import EndedMatch, take_results
from host.remote.tournament.model import Tournament, TournamentError
from host.remote.tournament.view import shown
from host.remote.tournament_file import TournamentFile
from host.remote.wall.results import Result, Results
from host.remote.wall.wall import Wall
from host.ui.web.wall_feed import WallFeed

TICK_S = 0.5
"""Interval at which the file and the boards are looked at."""
SETTLE_S = 3.0
"""Time from the connection until all boards are known that have published something."""


class ClubTournament:
    """A tournament in a file, whose tables are boards of a wall.

    The organiser changes the file with `kamisado pairings`; this program adds what the boards
    tell, and shows what stands in it.

    Args:
        file: of the tournament.
        wall: gets the players of the round.
        results: of the boards.
        feed: tells pages the pairings and standings.
        tell: told why the file cannot be read or written, once.

    Raises:
        TournamentError: the file is no tournament.
    """

    def __init__(
        self,
        file: TournamentFile,
        wall: Wall,
        results: Results,
        feed: WallFeed,
        tell: Callable[[str], None],
    ) -> None:
        self._file = file
        self._wall = wall
        self._results = results
        self._feed = feed
        self._tell = tell
        self._trouble = ""
        self._seated: set[str] = set()
        self._marks: set[str] = set()  # of all matches that have ended at tables
        self._stamp = file.stamp
        self._tournament: Tournament | None = None
        self._taken: object = None  # the tournament and the results when nothing was new
        self._show(file.read())

    async def run(self, connected: asyncio.Event, delay_s: float = 0.0) -> None:
        """Follow the file and the boards, until cancelled.

        Args:
            connected: set once the wall has reached its broker; results count from shortly after.
            delay_s: by which the wall is late.
        """
        await asyncio.gather(self._follow_file(), self._follow_boards(connected, delay_s))

    async def _follow_file(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            stamp = self._file.stamp
            if stamp != self._stamp:
                self._stamp = stamp
                await self._look(self._file.read)

    async def _follow_boards(self, connected: asyncio.Event, delay_s: float) -> None:
        await connected.wait()
        await asyncio.sleep(SETTLE_S + delay_s)
        while True:
            await self.take_results()
            await asyncio.sleep(TICK_S)

    async def take_results(self) -> None:
        """Enter what has ended on the boards, and what goes on there, if it is new."""

        def take(tournament: Tournament) -> Tournament:
            return take_results(tournament, ended, revoked)

        # Of a hundred boards it takes long to compare all that has been played.
        now = self._tournament, list(self._results), dict(self._results.on_boards)
        if now == self._taken:
            return
        ended, revoked = self._ended(), self._revoked()
        if self._tournament is None or take(self._tournament) is self._tournament:
            self._taken = now
        else:
            await self._look(lambda: self._file.change(take))

    async def _look(self, read: Callable[[], Tournament]) -> None:
        try:
            # Another program may hold the file for a while.
            tournament = await asyncio.to_thread(read)
        except (TournamentError, OSError) as error:
            if str(error) != self._trouble:
                self._tell(str(error))
            self._trouble = str(error)
            return
        self._trouble = ""
        self._show(tournament)

    def _show(self, tournament: Tournament) -> None:
        if tournament == self._tournament:
            return
        self._tournament = tournament
        pairings = tournament.rounds[-1].pairings if tournament.rounds else ()
        seats = {
            topic_level(one.table): {"black": one.black, "white": one.white} for one in pairings
        }
        for board in self._seated - seats.keys():
            self._wall.seat(board, None)
        for board, names in seats.items():
            self._wall.seat(board, names)
        self._seated = set(seats)
        self._feed.tell(tournament=shown(tournament))

    def _ended(self) -> Mapping[str, EndedMatch]:
        """Return by table the match that its board shows as ended."""
        tournament = self._tournament
        if tournament is None or not tournament.rounds:
            return {}
        on_boards = self._results.on_boards
        tables = [one.table for one in tournament.rounds[-1].pairings]
        return {
            table: ended_match(on_boards[topic_level(table)])
            for table in tables
            if topic_level(table) in on_boards
        }

    def _revoked(self) -> frozenset[str]:
        """Return the marks of matches that had ended, and go on after a takeback."""
        tables = self._seated
        marks = {ended_match(one).mark for one in self._results if one.board in tables}
        self._marks |= marks
        return frozenset(self._marks - marks)


def ended_match(result: Result) -> EndedMatch:
    """Return a match that has ended on a board as a tournament takes it."""
    points = None
    if result.points is not None:
        black, white = result.points["black"], result.points["white"]
        if isinstance(black, int) and isinstance(white, int):
            points = black, white
    winner = None if result.winner is None else Side[result.winner.upper()]
    mark = canonical([result.game, list(result.moves), result.winner, result.reason])
    return EndedMatch(
        hashlib.sha256(mark).hexdigest()[:16], tournament_result.Result(winner, points)
    )
