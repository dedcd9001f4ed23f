"""The pages of the program as subjects of field conditions, each with something live to show."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from benchmarks.remote.played_boards import GAME, game_payload, states
from host.engine.registry import game_named
from host.remote.tournament.model import Tournament
from host.remote.tournament.organiser import pair_round
from host.remote.tournament.view import shown
from tests.e2e.page_messages import HELLO, clock, hand, state
from tests.e2e.page_support import Script
from tests.e2e.test_wall_page import ServedWall
from tests.support.tournaments import tournament_of, with_results
from tests.unit.ui.web.served import wait_until
from tests.unit.ui.web.test_tables import ServedTables

Look = Callable[[Page], None]


@dataclass(frozen=True)
class Running:
    """A page that is served.

    Attributes:
        port: of its server.
        address: path and key.
        change: makes what it shows another.
    """

    port: int
    address: str
    change: Callable[[], None]


@dataclass(frozen=True)
class PageSubject:
    """A page that meets field conditions.

    Attributes:
        serve: serves it for as long as the context lasts.
        before, after: expect what it shows at first, and once that has been changed.
        lost: expects the sign that what it shows may be old.
        words: the selector of where it says why it has no line.
        has_line: False if it asks for what is new now and then.
    """

    serve: Callable[[], AbstractContextManager[Running]]
    before: Look
    after: Look
    lost: Look
    words: str
    has_line: bool = True

    def tells(self, page: Page, why: str) -> None:
        """Expect it to say why it has no line."""
        shows(self.words, why)(page)


def shows(selector: str, text: str) -> Look:
    """Return what expects a text."""
    return lambda page: expect(page.locator(selector)).to_contain_text(text)


def is_pale(page: Page) -> None:
    """Expect an overlay, over the picture of a camera, to look pale; words would be read by all."""
    expect(page.locator("body")).to_have_class(re.compile(r"\blost\b"))
    assert page.locator(".overlay").evaluate("each => getComputedStyle(each).opacity") == "0.6"


NEW = "White to move: the pink tower on e1."


def of_script(path: str, is_owner: bool = True) -> Callable[[], AbstractContextManager[Running]]:
    """Return what serves a page of a board."""

    @contextlib.contextmanager
    def serve() -> Iterator[Running]:
        begun = HELLO, state(), clock(None, None, None, ""), hand(), bytes(3 * 64)
        with Script(*begun) as script:
            address = urlsplit(script.url)
            key = f"#{address.fragment}" if is_owner else ""

            def change() -> None:
                script.publish(state(rev=2, prompt=NEW))

            yield Running(int(address.port or 0), f"{path}{key}", change)

    return serve


def of_wall(path: str) -> Callable[[], AbstractContextManager[Running]]:
    """Return what serves a page of a wall with one board."""

    @contextlib.contextmanager
    def serve() -> Iterator[Running]:
        wall = ServedWall()
        try:
            wait_until(wall.loop.is_running, "the server's loop runs")
            wall.hear("table-1", "game", game_payload(game_named(GAME)))
            first, *_ = states(seed=1, plies=2)
            wrong = {"text": "Put the pink tower back on d8.", "squares": ["d8"], "told": False}
            wall.hear("table-1", "state", first | {"correction": wrong})

            def change() -> None:
                wall.hear("table-1", "presence", b"offline")

            yield Running(int(wall.host.partition(":")[2]), path, change)
        finally:
            wall.stop()

    return serve


@contextlib.contextmanager
def tournament() -> Iterator[Running]:
    """Serve the page of a tournament on a wall, whose first round is being played."""
    wall, paired = ServedWall(), pair_round(tournament_of(["Anna", "Béla", "Carla", "Dan"]))

    def tell(now: Tournament) -> None:
        wall.loop.call_soon_threadsafe(partial(wall.feed.tell, tournament=shown(now)))

    try:
        wait_until(wall.loop.is_running, "the server's loop runs")
        tell(paired)

        def change() -> None:
            tell(with_results(paired, "3-1", "0-3"))

        yield Running(int(wall.host.partition(":")[2]), "#?tournament", change)
    finally:
        wall.stop()


@contextlib.contextmanager
def tables() -> Iterator[Running]:
    """Serve the list of tables."""
    served = ServedTables()
    try:
        wait_until(served.loop.is_running, "the server's loop runs")

        def change() -> None:
            served.tables[1].words = "3 and 4"

        yield Running(int(served.host.partition(":")[2]), "", change)
    finally:
        served.stop()


BOARD = (
    shows("#prompt-text", "any tower"),
    shows("#prompt-text", NEW),
    shows("#link-text", "Reconnecting"),
    "#veil-text",
)
WORDS = "There is no connection to the program."

PAGES: dict[str, PageSubject] = {
    "board": PageSubject(of_script(""), *BOARD),
    "spectator": PageSubject(of_script("", is_owner=False), *BOARD),
    "doctor": PageSubject(
        of_script("doctor/"),
        shows("#verdict", ""),
        shows("h1", ""),
        shows("#verdict", WORDS),
        "#verdict",
    ),
    "wall": PageSubject(
        of_wall(""),
        shows(".wall-card", "Put the pink tower back on d8."),
        shows(".wall-card", "Its program has stopped."),
        shows("#wall-words", WORDS),
        "#wall-words",
    ),
    "overlay": PageSubject(
        of_wall("overlay/table-1"),
        shows("#one-words", "Put the pink tower back on d8."),
        shows("#one-words", "Its program has stopped."),
        is_pale,
        "#one-words",
    ),
    "tournament": PageSubject(
        tournament,
        shows("#pairings", "Carla"),
        shows("#pairings", "(3-1)"),
        shows("#wall-words", WORDS),
        "#wall-words",
    ),
    "tables": PageSubject(
        tables,
        shows("#tables", "The table is being started."),
        shows("#tables", "3 and 4"),
        shows("#lost", "The connection is lost."),
        "#lost",
        has_line=False,
    ),
}
