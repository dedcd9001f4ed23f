"""The page in both builds: what depends on what is behind it, the program or workers of the site.

The page itself, its script and its style, is the same in both, and is tried at the program alone.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_leds import BLUE, WHITE, has_hue, lit, wait_for_hue
from tests.e2e.page_support import (
    choose,
    drag,
    name_of,
    open_more,
    set_help,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.page_words import asked, wait_for_tray, watch_words
from tests.e2e.site_support import Build, play_by_hand, played

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.each_build,
]

MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: c5, d4 and e3 win, the other five squares lose."""
WINNING = {"c5", "d4", "e3"}
PROVEN_MS = 90_000
"""Deadline for a proof on a busy machine."""
UNCOVERED = """strip => {
  const [bar, mark, box] = [strip.querySelector("i"), strip.querySelector("em"), strip]
    .map((each) => each.getBoundingClientRect());
  return (mark.bottom <= bar.top || mark.top >= bar.bottom) && mark.left >= box.left;
}"""
"""Evaluates to True if the mark of a blunder is whole and covers nothing of its bar."""


def test_the_leds_glow_as_the_firmware_drives_them(browser: Browser, build: Build) -> None:
    with played(browser, build) as page:
        wait_for_hue(page, "d8", WHITE)
        tap(page, "d8")
        wait_for_hue(page, "d4", BLUE)
        wait_for_name(page, "d4", "legal")
        page.wait_for_function(
            "() => document.querySelectorAll(\"[data-mark^='legal']\").length"
            " === [...document.querySelectorAll('.glow')].filter(e => e.style.opacity > 0.1).length"
        )
        marked = page.locator("[data-mark^='legal']").evaluate_all(
            "marks => marks.map(mark => mark.dataset.mark.split(' ')[1])"
        )
        shown = lit(page)
        assert set(shown) == set(marked)
        assert len(shown) > 10
        assert has_hue(shown.pop("d8"), WHITE)
        assert all(has_hue(colour, BLUE) for colour in shown.values()), shown


def test_takebacks_and_the_computers_moves_ask_for_no_hand(browser: Browser, build: Build) -> None:
    with played(browser, build, opponent=1) as page:
        watch_words(page)
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "black pink tower")
        drag(page, "d8", "d4")
        expect(page.locator("#moves li")).to_have_count(2)
        wait_for_prompt(page, "Black to move: the")
        page.get_by_role("button", name="Undo").click()
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "black pink tower")
        # Level 1 may find another answer, or none may be left to be made again.
        choose(page, "New game")
        page.get_by_role("dialog").get_by_role("button", name="Begin").click()
        wait_for_name(page, "e8", "black yellow tower")
        drag(page, "e8", "e4")
        expect(page.locator("#moves li")).to_have_count(2)
        told = page.evaluate("[...window.told].join(' ')")
        assert "The computer moves White's" in told
        assert asked(page) == []


def test_a_larger_game_is_begun_on_a_larger_virtual_board(browser: Browser, build: Build) -> None:
    with played(browser, build, start=True) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        watch_words(page)
        page.get_by_role("button", name="Other games").click()
        page.get_by_label("Hasami shogi").check()
        open_more(page)
        page.get_by_label("Who begins").select_option("white")
        page.get_by_role("button", name="Begin").click()
        wait_for_prompt(page, "White to move")
        expect(page.get_by_role("gridcell")).to_have_count(81)
        wait_for_name(page, "a1", "white stone")
        drag(page, "a1", "a5")
        wait_for_prompt(page, "Black to move")
        told = page.evaluate("[...window.told]")
        assert not [text for text in told if "connection to the board is lost" in text]


def test_program_rules_and_page_speak_the_language_that_is_chosen(
    browser: Browser, build: Build
) -> None:
    with played(browser, build) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        page.evaluate("window.stays = true")
        choose(page, "Settings")
        page.locator("#language").select_option("hu")
        page.get_by_role("button", name="Kész").click()
        wait_for_prompt(page, "A fekete lép, bármelyik")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "A fehér lép az a1 mezőn álló barna tornyával.")
        choose(page, "Szabályok")
        expect(page.locator("#rule-list")).to_contain_text("M1  Csak előre")
        page.get_by_role("button", name="Kész").click()
        choose(page, "Beállítások")
        page.locator("#language").select_option("pt-PT")
        wait_for_name(page, "a1", "a1, quadrado castanho, torre castanha das Brancas")
        page.locator("#language").select_option("en")
        page.get_by_role("button", name="Done").click()
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        assert page.evaluate("window.stays") is True


def test_a_stone_is_captured_taken_off_and_given_back(browser: Browser, build: Build) -> None:
    with played(browser, build, "hasami:first=white") as page:
        wait_for_prompt(page, "White to move")
        play_by_hand(page)
        assert page.locator("h1").inner_text() == "Hasami shogi"
        assert page.get_by_role("grid", name="Hasami shogi board").get_by_role("row").count() == 9
        assert name_of(page, "i9") == "i9, black stone"
        assert page.locator(".points").first.is_hidden(), "there are no rounds to count"
        choose(page, "Settings")
        helps = page.get_by_role("radiogroup", name="Lights show").get_by_role("radio")
        assert helps.count() == 3, "nothing can be proven"
        page.get_by_role("button", name="Done").click()
        drag(page, "a1", "a5")
        wait_for_prompt(page, "Black to move")
        drag(page, "b9", "b5")
        wait_for_prompt(page, "White to move")
        tap(page, "c1")
        wait_for_name(page, "c5", "legal")
        tap(page, "c5")
        wait_for_prompt(page, "Take the captured stone off b5.")
        wait_for_name(page, "b5", "captured")
        assert violations(page) == []
        tap(page, "b5")
        wait_for_prompt(page, "Black to move")
        wait_for_tray(page, "Black: 1 lost")
        assert name_of(page, "b5").startswith("b5, empty")
        page.locator("#takeback").click()
        wait_for_prompt(page, "White to move")
        wait_for_name(page, "b5", "black stone")
        wait_for_name(page, "c1", "white stone")
        assert page.locator("button.pile").count() == 0


def test_every_legal_square_says_whether_it_wins_as_soon_as_that_is_proven(
    browser: Browser, build: Build
) -> None:
    with played(browser, build, position=MIXED) as page:
        page.set_default_timeout(PROVEN_MS)
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        expect(page.locator("#terms")).not_to_contain_text("proven values are shown")
        assert "winning" not in name_of(page, "d4")
        set_help(page, "Who wins")
        expect(page.locator("#terms")).to_contain_text("proven values are shown")
        wait_for_name(page, "d4", ", winning")
        wait_for_name(page, "f3", ", losing")
        page.wait_for_function(
            "() => document.querySelectorAll(\"[data-mark^='winning']\").length === 3"
            " && document.querySelectorAll(\"[data-mark^='losing']\").length === 5"
        )
        assert {
            s
            for s in ("c5", "d4", "e3", "b6", "a7", "f3", "f4", "g3")
            if "winning" in name_of(page, s)
        } == (WINNING)
        choose(page, "Marks and keys")
        for words in ("winning, as proven", "proven to lose", "not proven yet"):
            expect(page.locator("#legend").get_by_text(words)).to_be_visible()
        assert violations(page) == []
        page.get_by_role("button", name="Done").click()
        set_help(page, "Legal moves")
        expect(page.locator("#terms")).not_to_contain_text("proven values are shown")
        tap(page, "f2")
        wait_for_name(page, "d4", "legal")
        assert "winning" not in name_of(page, "d4")


def test_a_blunder_is_marked_beside_what_would_have_won(browser: Browser, build: Build) -> None:
    with played(browser, build, position=MIXED) as page:
        page.set_default_timeout(PROVEN_MS)
        wait_for_name(page, "f2", "white blue tower")
        drag(page, "f2", "g3")
        wait_for_prompt(page, "Black to move")
        page.locator("#moves li").first.click()
        page.keyboard.press("Home")
        page.locator("#analysis-best").click()
        wait_for_prompt(page, "White is winning with e3, d4, c5.")
        arrows = page.locator("[data-move]").evaluate_all(
            "arrows => arrows.map(arrow => arrow.dataset.move).sort()"
        )
        assert arrows == ["bad f2 g3", "best f2 c5", "best f2 d4", "best f2 e3"]
        page.keyboard.press("Escape")
        page.locator("#resign").dispatch_event("click")
        page.locator("#resign-first").click()
        expect(page.locator("#result")).to_be_visible()
        page.locator("#result-review").dispatch_event("click")
        expect(page.locator("#result")).to_be_hidden()
        page.locator("#review-moves .blunder button").click()
        expect(page.locator("#detail")).to_contain_text("a blunder.")
        expect(page.locator("#prompt")).to_be_visible()
        expect(page.locator(".winning-strip em")).to_have_count(1)
        assert page.locator(".winning-strip").evaluate(UNCOVERED)
        # The way back to the game leaves the review open.
        page.get_by_role("button", name="Back to the game").click()
        expect(page.locator("#analysis")).to_be_hidden()
        page.locator("#review-moves .blunder button").click()
        expect(page.locator("#analysis")).to_be_visible()
        page.locator("#review-close").click()
        expect(page.locator("#analysis")).to_be_hidden()
        expect(page.locator("#moves li.blunder")).to_have_count(1)
