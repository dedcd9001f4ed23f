"""Many tables in a browser: from the list to each, as its owner or as somebody who was invited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from soak.remote.brokers import RealBroker
from tests.e2e.page_support import choose, drag, opened
from tests.e2e.program import Program, playing
from tests.e2e.test_page_remote import has_moves, invite, join, link_of, told

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def go_to(page: Page, table: str) -> None:
    """Open a table from the list."""
    page.locator("#tables a", has_text=table).click()
    expect(page.locator("#stage")).not_to_have_class(re.compile(r"\blost\b"))
    expect(page).to_have_title(re.compile(f"^{table}: "))


def invited(program: Program) -> str:
    """Invite somebody to play Black at a table; the address."""
    program.send(t="invite", role="black")

    def addresses() -> list[str]:
        sharing = program.access.get("sharing")
        assert isinstance(sharing, dict)
        return [each["url"] for each in sharing["invitations"]]

    program.until(lambda: bool(addresses()))
    return addresses()[0]


def test_the_owner_goes_from_table_to_table_and_a_player_stays_one_at_a_table(
    browser: Browser, tmp_path: Path
) -> None:
    with playing(tmp_path, "--tables", "2", table="table-2") as program:
        program.until(lambda: program.state.get("phase") == "play")
        program.page("table-1")
        with opened(browser, program.url, start=True) as page:
            expect(page).to_have_url(f"http://{program.host}/")
            for table in ("table-1", "table-2"):
                go_to(page, table)
                expect(page.locator("#role")).to_be_hidden()
                expect(page.locator("#table-name")).to_have_text(table)
                # What was chosen at one table leaves the start screen of the others.
                expect(page.locator("#start-tables")).to_contain_text(f"Here: {table}")
                page.locator("#start-puzzles").click()
                expect(page.locator("#start")).to_be_hidden()
                choose(page, "All tables")
                expect(page.locator("#tables a")).to_have_count(2)
        with opened(browser, invited(program)) as page:
            for _ in range(2):
                expect(page.locator("#role-name")).to_have_text("You play Black.")
                page.goto(f"http://{program.host}/")
                go_to(page, "table-1")
                expect(page.locator("#role-name")).to_have_text("You are watching.")
                page.go_back()
                go_to(page, "table-2")


def test_two_tables_of_one_program_play_each_other(
    browser: Browser, broker: RealBroker, tmp_path: Path
) -> None:
    with playing(tmp_path, "--tables", "2", table="table-1") as program:
        program.until(lambda: program.state.get("phase") == "play")
        address, _, key = program.url.partition("#")
        with (
            opened(browser, f"{address}table/table-1/#{key}", start=True) as black,
            opened(browser, f"{address}table/table-2/#{key}", start=True) as white,
        ):
            invite(black, str(broker.address))
            join(white, link_of(black))
            told(black, "white", "is waiting for you")
            drag(black, "e8", "g6")
            told(black, "white", "is making your move")
            drag(white, "e8", "g6")
            has_moves(1, black, white)
            told(white, "black", "is waiting for you")
            drag(white, "d1", "h5")
            told(white, "black", "is making your move")
            drag(black, "d1", "h5")
            has_moves(2, black, white)
            choose(white, "Saved games")
            expect(white.locator("#match-list li")).to_have_count(1)
            expect(white.locator("#match-list li")).to_contain_text("with a friend online")
