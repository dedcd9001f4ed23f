"""Feed of a club's wall: everything at once for a new page, then the differences of each board.

A slow page delays no other and uses a bounded amount of memory: of each board it gets the
difference between what it was told last and what is known when its line is free again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from host.message import Words
from host.message.schema import OneOf
from host.session.view import Phase
from host.ui.messages.clock import ClockData
from host.ui.messages.encoding import encode
from host.ui.messages.match import MatchData, OutcomeData
from host.ui.messages.moves import MoveData, SquaresData
from host.ui.messages.pieces import PieceData, SideName, Size
from host.ui.messages.state import CorrectionData, LinkData, OpponentData

ShownBoard: TypeAlias = Mapping[str, object]
"""A board as pages are told of it, of the form `WallBoard`; never changed, another one takes its
place."""

_DIGITS = re.compile(r"([0-9]+)")


class WallBoard(TypedDict):
    """A board as its messages tell it; the fields of others than the wall are as in `state`.

    Attributes:
        live: `offline` by its last will, `silent` if nothing has come for eight seconds.
        players: their names; None if nobody knows them.
        game, title, size, square_colours: as in `hello`; None until they are known.
        phase: None until its state is known, as all that follows.
        clock: as in `clock`; None until it is known.
    """

    name: str
    live: Literal["live", "offline", "silent"]
    players: Mapping[SideName, str] | None
    game: str | None
    title: Words | None
    size: Size | None
    square_colours: Mapping[str, str] | None
    phase: Annotated[str, OneOf(*Phase)] | None
    turn: SideName | None
    prompt: Words | None
    pieces: list[PieceData] | None
    last: SquaresData | None
    moves: list[MoveData]
    outcome: OutcomeData | None
    match: MatchData | None
    correction: CorrectionData | None
    opponent: OpponentData | None
    puzzle: Mapping[str, object] | None
    tutorial: Mapping[str, object] | None
    link: LinkData | None
    clock: ClockData | None


class TableResultData(TypedDict):
    """Result of a pairing, as people write it.

    Attributes:
        points: of the match, `3-1`; None if nobody has told them.
        forfeit: True if it was not played.
        confirmed: False as long as only the board has told it.
    """

    black: str
    white: str
    points: str | None
    forfeit: bool
    confirmed: bool


class PairingData(TypedDict):
    """Two players at a table.

    Attributes:
        board: of the table, as the wall names it.
    """

    table: str
    board: str
    black: str
    white: str
    result: TableResultData | None


class StandingData(TypedDict):
    """A player's place.

    Attributes:
        score: `2½`.
        ties: `5½`, by the tie-breaks of the tournament.
    """

    rank: int
    name: str
    score: str
    ties: list[str]


class TournamentData(TypedDict):
    """A tournament as its file has it.

    Attributes:
        round: 0 before the first one.
        rounds: number of all.
        pairings: of the round.
        bye: the player who has a bye, or None.
        absent: those who do not play the round.
        ties: names of the tie-breaks in the order in which they count: `Buchholz`,
            `Sonneborn-Berger`, `direct encounter`, `wins`, `match points`.
        standings: the best player first.
    """

    title: str
    round: int
    rounds: int
    pairings: list[PairingData]
    bye: str | None
    absent: list[str]
    ties: list[str]
    standings: list[StandingData]


class WallMessage(TypedDict):
    """The first message, and sent again when something of it has changed.

    Attributes:
        delay: minutes by which all is shown later.
        results: how many matches have ended.
        trouble: with the broker, or None.
        tournament: None if there is none, and on a page of one board.
        boards: how many there are.
    """

    t: Literal["wall"]
    version: str
    delay: float
    results: int
    trouble: Words | None
    tournament: TournamentData | None
    boards: int


class WallSubscription:
    """The queue of one page.

    Args:
        feed: what is told.
        only: name of the one board that the page shows; None for all.
    """

    def __init__(self, feed: WallFeed, only: str | None = None) -> None:
        self._feed = feed
        self._only = only
        self._told: dict[str, ShownBoard] = {}
        self._due: dict[str, None] = {}
        self._filled = asyncio.Event()

    async def next(self) -> str:
        """Wait for the next message, and return its JSON text."""
        while (text := self.take()) is None:
            self._filled.clear()
            await self._filled.wait()
        return text

    def take(self) -> str | None:
        """Return the next message, JSON; None if there is none."""
        while self._due:
            name = next(iter(self._due))
            del self._due[name]
            if not name:
                return self._feed.head(self._only)
            before, now = self._told.pop(name, None), self._feed.board(name)
            if now is not None:
                self._told[name] = now
            if before is not now:
                return self._feed.text(name, before)
        return None

    def post(self, name: str) -> None:
        """Have a board told as soon as the page takes it; the head for ""."""
        if not name or self._only is None or name == self._only:
            self._due[name] = None
            self._filled.set()

    def close(self) -> None:
        """End the subscription."""
        self._feed.forget(self)


class WallFeed:
    """Boards as pages of a wall are told of them; everything runs in one event loop.

    Args:
        head: the first message of each page, with `t`.
    """

    def __init__(self, head: Mapping[str, object]) -> None:
        self._head = dict(head)
        self._boards: dict[str, ShownBoard] = {}
        self._subscriptions: set[WallSubscription] = set()
        # The last text of each board that was made from the same two states, for all pages alike.
        self._texts: dict[tuple[str, bool], tuple[ShownBoard | None, ShownBoard | None, str]] = {}

    def head(self, only: str | None = None) -> str:
        """Return the JSON text of the first message, for a page of all boards or only one."""
        boards = len(self._boards) if only is None else int(only in self._boards)
        # A page of one board has no use for all players of a tournament.
        left_out = () if only is None else ("tournament",)
        head = {field: value for field, value in self._head.items() if field not in left_out}
        return encode(head | {"boards": boards})

    def board(self, name: str) -> ShownBoard | None:
        """Return a board; None if there is no such one."""
        return self._boards.get(name)

    def text(self, name: str, before: ShownBoard | None) -> str:
        """Return the JSON text of what has changed at a board.

        Args:
            name: of the board.
            before: as it was told last; None if it was not.
        """
        now, key = self._boards.get(name), (name, before is None)
        known = self._texts.get(key)
        if known is not None and known[0] is before and known[1] is now:
            return known[2]
        if now is None:
            self._texts.pop((name, True), None)
            text = encode({"t": "gone", "name": name})
        else:
            text = encode({"t": "board", "name": name, **difference(before, now)})
        self._texts[key] = before, now, text
        return text

    def tell(self, **fields: object) -> None:
        """Change fields of the first message, and tell all pages."""
        if any(self._head.get(name) != value for name, value in fields.items()):
            self._head.update(fields)
            for subscription in self._subscriptions:
                subscription.post("")

    def show(self, name: str, board: ShownBoard | None) -> None:
        """Show a board, or, for None, no more."""
        if board is None:
            self._boards.pop(name, None)
        else:
            self._boards[name] = board
        for subscription in self._subscriptions:
            subscription.post(name)

    def connect(self, only: str | None = None) -> WallSubscription:
        """Create a subscription that begins with all there is, or with all of one board."""
        subscription = WallSubscription(self, only)
        for name in ("", *in_order(list(self._boards))):
            subscription.post(name)
        self._subscriptions.add(subscription)
        return subscription

    def forget(self, subscription: WallSubscription) -> None:
        """Tell a subscription nothing more."""
        self._subscriptions.discard(subscription)


def difference(before: ShownBoard | None, now: ShownBoard) -> dict[str, object]:
    """Return the fields of a board that have changed; of its moves those after the ones kept."""
    changed = {
        name: value
        for name, value in now.items()
        if before is None or name not in before or before[name] != value
    }
    if "moves" in changed:
        changed["moves"] = _tail(None if before is None else before["moves"], now["moves"])
    return changed


def in_order(names: Sequence[str]) -> list[str]:
    """Return names in the order of people: table-2 before table-10."""
    return sorted(names, key=lambda name: [*map(_rank, _DIGITS.split(name.casefold()))])


def _rank(part: str) -> tuple[int, str, str]:
    """Return the place of a part of a name: a number, of any length, or what stands between."""
    number = part.lstrip("0") if _DIGITS.fullmatch(part) else ""
    return len(number), number, part


def _tail(before: object, now: object) -> dict[str, object]:
    old = before if isinstance(before, list) else []
    new = now if isinstance(now, list) else []
    pairs = enumerate(zip(old, new, strict=False))
    same = next((at for at, (a, b) in pairs if a != b), min(len(old), len(new)))
    return {"keep": same, "add": new[same:]}
