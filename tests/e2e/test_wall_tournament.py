"""A tournament on the wall: players at real boards, a result from one of them, the tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from host.cli.main import main
from host.message import languages
from host.remote.tournament_file import TournamentFile
from tests.e2e.club_support import club
from tests.e2e.page_sizes import SIZES, at_size
from tests.e2e.page_support import PHONE, opened, violations
from tests.e2e.test_wall import card, table

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


def pairings(command: str, file: Path, *arguments: str) -> None:
    assert main(["pairings", command, str(file), *arguments]) == 0


def test_a_match_at_a_board_is_a_result_of_the_tournament(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "autumn.json"
    pairings("new", file, "--title", "Autumn", "--tables", "hall,window")
    pairings("add", file, "Anna", "Béla", "Carla", "Dan", "Eve")
    with (
        club(tmp_path, "--tournament", str(file)) as running,
        table(tmp_path, "hall", running) as game,
        opened(browser, running.url) as page,
    ):
        expect(page.locator("#to-tournament")).to_be_visible()
        pairings("pair", file)
        pairing = TournamentFile(file).read().rounds[0].pairings[0]
        expect(page.locator(card(page, "hall"))).to_contain_text(pairing.black)
        expect(page.locator(card(page, "hall"))).to_contain_text(pairing.white)
        with at_size(page, PHONE["width"], PHONE["height"]):
            expect(page.locator("#grid.small")).to_be_visible()
            told = page.locator(card(page, "hall"))
            expect(told.locator(".wall-player-name").first).to_have_text(pairing.black)
            expect(told.locator(".wall-player-name").first).to_be_visible()
            expect(told.locator(".wall-names")).to_be_hidden()

        page.locator("#to-tournament").click()
        expect(page.locator("#pairings tbody tr")).to_have_count(2)
        expect(page.locator("#standings tbody tr")).to_have_count(5)
        expect(page.locator("#tournament-rest")).to_contain_text("has a bye.")
        # Matches count once the wall has looked at the boards.
        game.until(lambda: TournamentFile(file).read().rounds[0].earlier is not None)
        game.move("d8", "d5")
        game.send(t="resign", side="white")
        game.send(t="answer", agree=True)
        game.until(lambda: game.state.get("outcome") is not None)
        first = page.locator("#pairings tbody tr").first
        expect(first).to_contain_text("reported by the board")
        assert "1 : 0" in first.inner_text()
        assert not violations(page)

        pairings("confirm", file)
        expect(first).not_to_contain_text("reported by the board")
        pairings("result", file, "window", "white", "0-1")
        pairings("pair", file)
        expect(page.locator("#tournament-round")).to_have_text("Round 2 of 5")
        expect(page.locator("#pairings")).not_to_contain_text("1 : 0")
        page.locator("#language").select_option("hu")
        expect(page.locator("#tournament-round")).to_have_text("2. forduló, összesen 5")
        page.locator("#pairings tbody a").first.click()
        expect(page.locator("#one-stage .tower")).to_have_count(16)
        page.keyboard.press("Escape")
        expect(page.locator(card(page, "hall"))).to_be_visible()


def test_nothing_of_the_tables_is_cut_off(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "autumn.json"
    pairings("new", file, "--title", "Autumn", "--tables", "hall,window")
    pairings("add", file, "Maximiliana Oberhauser", "Konstantin Rimski-Korsakow", "Eve")
    pairings("pair", file)
    with club(tmp_path, "--tournament", str(file)) as running, opened(browser, running.url) as page:
        page.locator("#to-tournament").click()
        expect(page.locator("#standings tbody tr")).to_have_count(3)
        for language in languages():
            page.locator("#language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for size in SIZES:
                with at_size(page, *size):
                    wide = page.locator(".wall-tournament").evaluate("e => e.scrollWidth")
                    assert wide <= page.locator(".wall-tournament").evaluate("e => e.clientWidth")
                    first, second = page.locator(".wall-tables table").evaluate_all(
                        "all => all.map(e => e.getBoundingClientRect().toJSON())"
                    )
                    assert first["left"] >= 0
                    assert max(first["right"], second["right"]) <= size[0], language
                    beside = first["right"] <= second["left"]
                    assert beside or first["bottom"] <= second["top"], "they overlap"
