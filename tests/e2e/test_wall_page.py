"""The page of a wall with a hundred boards: in any window, in any language, with any signs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.remote.played_boards import GAME, game_payload, states
from host.engine.registry import game_named
from host.remote.topics import board_topic
from host.remote.wall.wall import Wall
from host.ui.messages.encoding import encode
from host.ui.web.wall_feed import WallFeed
from host.ui.web.wall_server import create_wall
from tests.e2e.page_sizes import EXTREMES, at_size
from tests.e2e.page_support import opened, violations
from tests.unit.ui.web.served import Served, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

MANY, FEW = 100, 12


class NoResults:
    """Downloads without a result."""

    def csv(self) -> str:
        return ""

    def records(self) -> str:
        return ""

    def record(self, number: int) -> str:
        raise IndexError(number)


class ServedWall(Served):
    """A wall whose boards are told what a test says."""

    def __init__(self) -> None:
        self.wall = Wall()
        self.feed = WallFeed({"t": "wall", "delay": 0, "results": 0, "trouble": None})
        super().__init__(app=create_wall(self.feed, NoResults(), ["127.0.0.1"]))

    def hear(self, name: str, kind: str, told: dict[str, object] | bytes) -> None:
        """Have the wall hear a message of a board."""
        payload = told if isinstance(told, bytes) else encode(told).encode()
        self.wall.hear(board_topic(name, kind), payload, 0)
        for changed in self.wall.take_changed():
            self.loop.call_soon_threadsafe(self.feed.show, changed, self.wall.board(changed))


@pytest.fixture(scope="module")
def played() -> list[dict[str, object]]:
    """States of a match."""
    return list(states(seed=1, plies=12))


@pytest.fixture(params=[FEW])
def hall(played: list[dict[str, object]], request: pytest.FixtureRequest) -> Iterator[ServedWall]:
    """A hall of some boards, of which one is disturbed and one is dead."""
    served = ServedWall()
    wait_until(served.loop.is_running, "the server's loop runs")
    for number in range(1, request.param + 1):
        name = f"table-{number}"
        served.hear(name, "game", game_payload(game_named(GAME)))
        served.hear(name, "state", played[number % len(played)])
    wrong = {"text": "Put the pink tower back on d8.", "squares": ["d8"], "told": False}
    served.hear("table-5", "state", played[0] | {"correction": wrong})
    served.hear("table-6", "presence", b"offline")
    yield served
    served.stop()


def cards(page: Page, count: int = FEW) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of all cards."""
    expect(page.locator(".wall-card")).to_have_count(count)
    boxes: list[tuple[float, float, float, float]] = page.evaluate(
        "[...document.querySelectorAll('.wall-card')].map(card => card.getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )
    return boxes


@pytest.mark.parametrize("hall", [MANY], indirect=True)
def test_a_hundred_boards_fit_a_large_screen_and_no_window_is_scrolled_sideways(
    browser: Browser, hall: ServedWall
) -> None:
    with opened(browser, f"http://{hall.host}/") as page:
        cards(page, MANY)
        for width, height in EXTREMES:
            with at_size(page, width, height):
                boxes = cards(page, MANY)
                assert page.evaluate("document.documentElement.scrollWidth") == width
                assert min(left for left, *_ in boxes) >= 0
                assert max(right for _, _, right, _ in boxes) <= width
                if width == 1920:
                    assert max(bottom for *_, bottom in boxes) <= height


def test_who_is_disturbed_and_who_is_dead_is_seen_without_colours(
    browser: Browser, hall: ServedWall
) -> None:
    with opened(browser, f"http://{hall.host}/", color_scheme="light") as page:
        cards(page)
        wrong = page.locator('[data-board="table-5"] .wall-told')
        expect(wrong).to_have_text("Put the pink tower back on d8.")
        sign = "element => getComputedStyle(element, '::before').content"
        assert wrong.evaluate(sign) == '"! "'
        expect(page.locator("#results a")).to_have_count(2)
        expect(page.locator("#results")).to_be_visible()
        dead = page.locator('[data-board="table-6"] .wall-card')
        expect(dead).to_contain_text("Its program has stopped.")
        assert dead.evaluate("card => getComputedStyle(card).borderTopStyle") == "dashed"
        assert not violations(page)
        page.locator("#symbols").select_option("letters")
        expect(page.locator("#sprite #sign-pink text")).to_have_text("K")
        page.locator("#language").select_option("hu")
        expect(page.locator("h1")).to_have_text("A klub táblái")
        expect(dead).to_contain_text("A programja leállt.")
        page.reload()
        expect(page.locator("h1")).to_have_text("A klub táblái")


def test_the_result_of_a_match_is_not_hidden_by_the_end_of_its_program(
    browser: Browser, hall: ServedWall, played: list[dict[str, object]]
) -> None:
    with opened(browser, f"http://{hall.host}/#table-8") as page:
        outcome = {"winner": "black", "reason": "White resigns: Black wins."}
        hall.hear("table-8", "state", played[3] | {"phase": "over", "outcome": outcome})
        expect(page.locator("#one-words")).to_have_text("White resigns: Black wins.")
        hall.hear("table-8", "presence", b"offline")
        both = "White resigns: Black wins. Its program has stopped."
        expect(page.locator("#one-words")).to_have_text(both)


def test_a_board_of_another_version_spoils_no_other(
    browser: Browser, hall: ServedWall, played: list[dict[str, object]]
) -> None:
    with opened(browser, f"http://{hall.host}/#table-9") as page:
        words = {"id": "engine.of_tomorrow", "args": {}}
        link = {"state": "up", "text": words}
        hall.hear("table-9", "state", played[3] | {"prompt": words, "link": link})
        expect(page.locator("#one-words")).to_have_text("Its program is of another version.")
        expect(page.locator("#one-stage .tower")).to_have_count(16)
        hall.hear("table-9", "state", played[4])
        expect(page.locator("#one-words")).not_to_have_text("Its program is of another version.")
        hall.hear("table-9", "presence", b"")
        expect(page.locator("#one")).to_be_hidden()
        assert len(cards_left(page)) == FEW - 1


def cards_left(page: Page) -> list[str]:
    """Return the names of the boards that are shown."""
    expect(page.locator('[data-board="table-9"]')).to_have_count(0)
    names: list[str] = page.locator(".wall-name").all_inner_texts()
    return names


LINES = """
    const Line = WebSocket;
    window.lines = [];
    window.WebSocket = class extends Line {
        constructor(...args) { super(...args); window.lines.push(this); }
    };
"""


def test_a_page_that_lost_its_line_is_complete_again_without_what_went_meanwhile(
    browser: Browser, hall: ServedWall
) -> None:
    with opened(browser, f"http://{hall.host}/") as page:
        page.add_init_script(LINES)
        page.reload()
        cards(page)
        hall.hear("table-9", "presence", b"")
        assert len(cards_left(page)) == FEW - 1
        # The page cannot have heard of the second one, nor of the third.
        page.evaluate("lines[0].onmessage = null")
        hall.hear("table-7", "presence", b"")
        hall.hear("table-8", "presence", b"offline")
        page.evaluate("lines[0].close()")
        expect(page.locator('[data-board="table-7"]')).to_have_count(0)
        dead = page.locator('[data-board="table-8"] .wall-card')
        expect(dead).to_have_attribute("data-kind", "dead")
        assert len(cards_left(page)) == FEW - 2
        assert page.evaluate("lines.length") == 2
