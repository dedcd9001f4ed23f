"""The wall of a club: real boards, a real broker, the page in a browser, and no way to act."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from host import engine
from host.ui.web.wall_server import NOT_ASKED
from tests.e2e.club_support import DEADLINE_S, Club, club, hear_all
from tests.e2e.page_sizes import at_size
from tests.e2e.page_support import PHONE, opened, violations
from tests.e2e.program import Program, playing

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


@contextlib.contextmanager
def table(home: Path, name: str, running: Club) -> Iterator[Program]:
    """A virtual board that is published, as soon as it can be played on."""
    folder = home / name
    folder.mkdir()
    options = ["--board", "virtual", "--club", running.broker, "--club-name", name]
    with playing(folder, *options, command=("play", "kamisado-single")) as game:
        game.until(lambda: game.state.get("phase") == "play")
        yield game


def card(page: Page, name: str) -> str:
    """The selector of a board's card, once it is there."""
    expect(page.locator(f'[data-board="{name}"]')).to_have_count(1)
    return f'[data-board="{name}"] .wall-card'


def end_of(viewer: ClientConnection) -> int | None:
    """Return the code with which a viewer is hung up on."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            viewer.recv(timeout=DEADLINE_S)
    return viewer.close_code


def test_two_boards_live_on_a_wall_where_nobody_can_act(browser: Browser, tmp_path: Path) -> None:
    with (
        club(tmp_path, "--players", "table-2=Anna,Béla") as running,
        opened(browser, running.url) as page,
    ):
        expect(page.locator("#wall-words")).to_contain_text("No boards yet")
        with table(tmp_path, "table-10", running) as first, table(tmp_path, "table-2", running):
            for name in ("table-10", "table-2"):
                expect(page.locator(f"{card(page, name)} .tower")).to_have_count(16)
            names = page.locator(".wall-name").all_inner_texts()
            assert names == ["table-2", "table-10"], "in the order of people"
            expect(page.locator(card(page, "table-2"))).to_contain_text("Béla")

            first.move("d8", "d5")
            expect(page.locator(f'{card(page, "table-10")} [data-mark="last d5"]')).to_have_count(1)
            expect(page.locator(card(page, "table-10"))).to_contain_text("White to move.")

            with running.connect() as late:
                boards = hear_all(late)
                assert sorted(boards) == ["table-10", "table-2"]
                assert boards["table-10"]["last"] == {"from": "d8", "to": "d5"}
                assert all(len(board["pieces"]) == 16 for board in boards.values())  # type: ignore[arg-type]
                late.send('{"t":"lift","square":"a1"}')
                assert end_of(late) == NOT_ASKED
            first.answers(1)
            assert first.plies == 1

            first.process.kill()
            first.process.communicate()
            expect(page.locator(card(page, "table-10"))).to_have_attribute("data-kind", "dead")
            expect(page.locator(card(page, "table-2"))).to_have_attribute("data-kind", "play")
        expect(page.locator(card(page, "table-2"))).to_have_attribute("data-kind", "dead")


def test_one_board_large_its_overlay_and_its_result(browser: Browser, tmp_path: Path) -> None:
    with (
        club(tmp_path) as running,
        table(tmp_path, "hall", running) as game,
        opened(browser, running.url) as page,
    ):
        page.locator(card(page, "hall")).click()
        expect(page.locator("#one-stage .tower")).to_have_count(16)
        game.move("d8", "d5")
        expect(page.locator("#moves li.black")).to_have_count(1)
        expect(page.locator("#one-words")).to_have_text(
            re.compile("White to move: the .* tower on .1")
        )
        assert not violations(page)
        with opened(browser, f"{running.url}overlay/hall") as overlay:
            expect(overlay.locator('[data-mark="last d5"]')).to_have_count(1)
            grounds = overlay.evaluate(
                "[document.documentElement, document.body, document.querySelector('.overlay')]"
                ".map(element => getComputedStyle(element).backgroundImage"
                " + getComputedStyle(element).backgroundColor)"
            )
            assert set(grounds) == {"nonergba(0, 0, 0, 0)"}, "the picture below it is seen"
            game.send(t="resign", side="white")
            game.send(t="answer", agree=True)
            game.until(lambda: game.state.get("outcome") is not None)
            expect(overlay.locator("#one-words")).to_contain_text("Black wins")
        with opened(browser, f"{running.url}overlay/nobody") as overlay:
            expect(overlay.locator("#one-words")).to_have_text(
                "There is no board called nobody here."
            )
        expect(page.locator("#results")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(card(page, "hall"))).to_be_visible()
        assert not violations(page)
        (row,) = csv.DictReader(io.StringIO(running.get("results.csv").removeprefix("\ufeff")))
        assert (row["board"], row["winner"], row["moves"]) == ("hall", "black", "1")
        played = engine.read_record(running.get("records/1.txt"))
        assert played.outcome is not None
        for width, height in ((1920, 1080), (PHONE["width"], PHONE["height"])):
            with at_size(page, width, height):
                assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_delayed_wall_tells_at_once_what_is_dead_and_nothing_else(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        club(tmp_path, "--delay", "30", "--language", "hu") as running,
        opened(browser, running.url) as page,
    ):
        with table(tmp_path, "hall", running):
            expect(page.locator(card(page, "hall"))).to_have_attribute("data-kind", "wait")
            expect(page.locator("#wall-words")).to_have_text("Shown 30 min later.")
        expect(page.locator(card(page, "hall"))).to_have_attribute("data-kind", "dead")
        assert page.locator(".wall-card svg").count() == 0
        page.locator("#language").select_option("hu")
        expect(page.locator("#wall-words")).to_have_text("30 perc késéssel látszik.")
