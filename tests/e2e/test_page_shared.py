"""Links to records and positions: shown at once, to step through and to play on from."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_support import (
    choose,
    drag,
    opened,
    program,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Build, Site, played, wait_for_board

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

RECORD = "game: kamisado-single\nform: coordinates\n\nround 1, 0:0\n  1. d8d4 | a1a2\n"
LINK = "#record=" + base64.urlsafe_b64encode(RECORD.encode()).decode().rstrip("=")
MIXED = "#position=kamisado-single/ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4_w_b"
FRAMES = """async (bytes) => {
  const decoder = new ImageDecoder({ type: "image/gif", data: Uint8Array.from(bytes) });
  await decoder.tracks.ready;
  const times = [];
  let width = 0;
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    times.push(image.duration / 1000);
    width = image.displayWidth;
    image.close();
  }
  return { times, width };
}"""
"""Evaluates to the times in ms and the width of a GIF, as the browser reads it."""
WAIT_MS = 90_000
"""Deadline for a set-up in a busy browser."""


def shown(page: Page, place: str) -> None:
    """Wait until the record is on the board, at a place of it."""
    expect(page.locator("#replay-count")).to_have_text(place, timeout=WAIT_MS)


def step_and_play_on(page: Page) -> None:
    """Step through the record that is shown, and begin a game from its first move."""
    shown(page, "0 of 2")
    page.get_by_role("button", name="Forward").click()
    shown(page, "1 of 2")
    assert violations(page) == []
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Opponent").select_option("2")
    dialog.get_by_label("You play").select_option(label="White")
    dialog.get_by_role("button", name="Begin").click()
    wait_for_prompt(page, "White to move: the brown tower on a1.")
    expect(page.locator("#black-name")).to_have_text("Level 2")
    wait_for_name(page, "d4", "black pink tower")


def test_a_link_opens_its_record_at_once_and_play_goes_on_from_it(browser: Browser) -> None:
    with program() as running, opened(browser, running.url, start=True) as page:
        wait_for_board(page)
        page.goto("about:blank")
        page.goto(running.public_url + LINK)
        step_and_play_on(page)
        assert "#" not in page.url


def test_a_link_to_a_position_has_moves_tried_from_there(browser: Browser) -> None:
    with program() as running, opened(browser, running.url, start=True) as page:
        wait_for_board(page)
        page.goto("about:blank")
        page.goto(running.public_url + MIXED)
        wait_for_prompt(page, "White to move.")
        page.locator('[data-square="c5"]').click()
        expect(page.locator("#detail")).to_contain_text("1 move")
        page.get_by_role("button", name="Back to the game").click()
        page.get_by_role("button", name="Leave").click()
        expect(page.locator("#start")).to_be_visible()
        assert "#" not in page.url


@pytest.mark.each_build
def test_game_and_position_are_shared_as_links_picture_and_film(
    browser: Browser, build: Build
) -> None:
    with played(browser, build) as page:
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        drag(page, "a1", "a2")
        wait_for_prompt(page, "Black to move")
        page.locator("#moves li").first.click()
        expect(page.locator("#detail")).to_have_text("After move 1 of 2.")
        page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text; }")
        choose(page, "Share")
        dialog = page.get_by_role("dialog", name="Share")
        assert violations(page) == []
        told = page.locator("#share-told")
        links = []
        for button in dialog.get_by_role("button", name="Copy link").all():
            button.click()
            expect(told).to_have_text("The link is copied.")
            links.append(page.title())
        files = []
        for button in dialog.get_by_role("button", name="Download").all():
            with page.expect_download() as download:
                button.click()
            files.append(download.value.path().read_bytes())
        picture, film = files
        assert picture.startswith(b"\x89PNG")
        assert film.startswith(b"GIF89a")
        assert page.evaluate(FRAMES, list(film)) == {"times": [900, 900, 3000], "width": 480}
        dialog.get_by_role("button", name="Done").click()
        choose(page, "Saved games")
        page.wait_for_function(
            "() => document.querySelector('#match-list .match-picture')?.naturalWidth > 0"
        )
        assert violations(page) == []
        page.keyboard.press("Escape")
        record, position = links
        page.goto(position)
        wait_for_prompt(page, "White to move.")
        page.goto(record)
        shown(page, "0 of 2")
        expect(page.locator("#analysis")).to_be_hidden()
        page.get_by_role("button", name="Leave").click()
        expect(page.locator("#replay-count")).to_be_hidden()


def test_a_position_is_set_up_and_the_rules_look_at_it(browser: Browser, build: Build) -> None:
    with played(browser, build) as page:
        wait_for_name(page, "d8", "pink tower")
        choose(page, "Set up a position")
        wait_for_prompt(page, "Put the towers where you want them.")
        tap(page, "d8")
        tap(page, "d4")
        wait_for_name(page, "d4", "black pink tower")
        drag(page, "a1", "a3")
        wait_for_name(page, "a3", "white brown tower")
        assert violations(page) == []
        editor = page.get_by_role("form", name="Set up a position")
        editor.get_by_role("button", name="Analyse it").click()
        expect(page.locator("#toast")).to_have_text(
            re.compile("^This position is not possible: the ")
        )
        expect(page.locator("#toast")).to_contain_text("name the tower that must move")
        expect(editor).to_be_visible()
        editor.get_by_label("Side to move").select_option("White")
        editor.get_by_label("Tower that must move").select_option("Orange")
        editor.get_by_role("button", name="Analyse it").click()
        expect(editor).to_be_hidden()
        wait_for_prompt(page, "White to move.")
        tap(page, "h1")
        tap(page, "h4")
        expect(page.locator("#detail")).to_contain_text("1 move")
        page.get_by_role("button", name="Back to the game").click()
        page.get_by_role("button", name="Leave").click()
        wait_for_name(page, "d8", "black pink tower")


def test_a_damaged_link_says_so(browser: Browser) -> None:
    with program() as running, opened(browser, running.url, start=True) as page:
        wait_for_board(page)
        page.goto("about:blank")
        page.goto(running.public_url + "#record=Z2FtZTogbm90aGluZw")
        expect(page.locator("#toast")).to_contain_text("That is not a record of a game.")
        expect(page.locator("#start")).to_be_visible()
        assert "#" not in page.url


@pytest.mark.slow
def test_a_first_visit_to_the_site_shows_the_record_of_the_link(
    browser: Browser, site_folder: Path
) -> None:
    site = Site(site_folder)
    try:
        with opened(browser, site.url + LINK, start=True) as page:
            shown(page, "0 of 2")
            page.reload()
            step_and_play_on(page)
    finally:
        site.stop()
