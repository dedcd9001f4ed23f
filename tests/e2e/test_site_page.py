"""The offers of the page on a virtual board, on the static site: each thing once, in one tab."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from host.ai.analysis.puzzle import puzzles
from tests.e2e.page_support import (
    choose,
    drag,
    open_more,
    tap,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import BEGIN, Site, wait_for_board

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

LOST_BY_A_MOVE = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move; after b6 Black's pink one goes home."""
WAIT_MS = 90_000
"""Deadline for a proof or a set-up in a busy browser."""


@pytest.fixture(scope="module")
def page(browser: Browser, site_folder: Path) -> Iterator[Page]:
    """One tab with the site for all tests of this file."""
    site = Site(site_folder)
    tab = site.tab(browser)
    tab.set_default_timeout(WAIT_MS)
    yield tab
    site.stop()


def move_of_the_player(page: Page) -> bool:
    """Make a move for Black, one that wins if there is any; False once the round is over."""
    turn = page.wait_for_function(
        """() => {
          if (!document.getElementById("result").hidden) return "over";
          if (document.getElementById("stage").classList.contains("busy")) return null;
          const words = document.getElementById("prompt-text").textContent;
          if (!words.includes("Black to move")) return null;
          const any = document.querySelector("[data-mark^='any']");
          // Where the other side has passed it bears another mark than else.
          const own = document.querySelector("[data-square][aria-label*=', must move']");
          return any ? any.dataset.mark.split(" ")[1] : (own?.dataset.square ?? null);
        }""",
        timeout=WAIT_MS,
    ).json_value()
    if turn == "over":
        return False
    made = page.locator("#moves li").count()
    tap(page, turn)
    target = page.wait_for_function(
        """(turn) => {
          const marks = document.querySelectorAll("[data-mark^='legal'], [data-mark^='winning']");
          // Its own square is lit as well: it may be put back there.
          const lit = [...marks].map((each) => each.dataset.mark.split(" ")[1]);
          const squares = lit.filter((each) => each !== turn);
          return squares.find((each) => each.endsWith("1")) ?? squares.sort()[0] ?? null;
        }""",
        arg=turn,
        timeout=WAIT_MS,
    ).json_value()
    tap(page, target)
    page.wait_for_function(
        "made => document.querySelectorAll('#moves li').length > made"
        " || !document.getElementById('result').hidden",
        arg=made,
        timeout=WAIT_MS,
    )
    return True


def open_library(page: Page) -> None:
    choose(page, "Saved games")
    expect(page.locator("#library")).to_be_visible()


def test_the_page_is_the_owner_s_and_can_invite_nobody(page: Page) -> None:
    page.evaluate(BEGIN, {"t": "new", "game": "kamisado-single"})
    wait_for_prompt(page, "Black to move: any tower.")
    expect(page.locator("#role")).to_be_hidden()
    page.locator("#menu-button").click()
    expect(page.get_by_role("button", name="Saved games")).to_be_visible()
    expect(page.locator("#invite")).to_be_hidden()
    page.keyboard.press("Escape")


def test_a_round_is_reviewed_and_goes_out_and_comes_in_as_a_record(
    page: Page, tmp_path: Path
) -> None:
    page.evaluate(BEGIN, {"t": "new", "game": "kamisado-single", "position": LOST_BY_A_MOVE})
    wait_for_prompt(page, "White to move: the blue tower on f2.")
    drag(page, "f2", "e3")
    wait_for_prompt(page, "Black to move")
    page.get_by_role("button", name="Undo").click()
    wait_for_prompt(page, "White to move: the blue tower on f2.")
    expect(page.locator("#moves li")).to_have_count(0)
    wait_for_name(page, "f2", "white blue tower")
    drag(page, "f2", "b6")
    wait_for_prompt(page, "Black to move: the pink tower on d2.")
    drag(page, "d2", "e1")
    page.get_by_role("button", name="Review the moves").click()
    expect(page.locator("#review-summary")).to_contain_text(
        "The win changed hands", timeout=WAIT_MS
    )
    expect(page.locator("#review-moves li.blunder").first).to_contain_text("gives the win away")
    page.locator("#review-close").click()
    open_library(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").first.click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    record = file.read_text("utf-8")
    assert "Blue left 4 Pink" in record
    page.get_by_text("Import a record").click()
    page.locator("#record-file").set_input_files(file)
    expect(page.locator("#record-text")).to_have_value(record)
    open_it = page.get_by_role("button", name="Open the record")
    open_it.click()
    expect(page.locator("#library")).to_be_hidden()
    expect(page.locator("#replay-count")).to_have_text("0 of 2")
    page.get_by_role("button", name="Leave").click()
    open_library(page)
    page.locator("#record-text").fill("game: nothing\n1. x")
    open_it.click()
    expect(page.locator("#record-told")).to_contain_text("nothing")
    begun, _, _ = record.partition("  2.")
    page.locator("#record-text").fill(begun)
    page.locator("#record-continue").click()
    wait_for_prompt(page, "Black to move: the pink tower on d2.")
    expect(page.locator("#moves li")).to_have_count(1)


def test_a_clock_runs_to_its_end_and_saved_games_are_there_after_a_reload(page: Page) -> None:
    choose(page, "New game")
    open_more(page)
    page.locator("#new-game").get_by_text("Other", exact=True).click()
    page.locator("#minutes").fill("0.1")
    page.locator("#seconds").fill("0")
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    wait_for_prompt(page, "Black to move: any tower.")
    wait_for_name(page, "d8", "black pink tower")
    drag(page, "d8", "d4")
    expect(page.locator("#result")).to_contain_text("time is up", timeout=WAIT_MS)
    page.evaluate("document.getElementById('match-list').replaceChildren()")  # that of before
    open_library(page)
    expect(page.locator("#match-list")).to_contain_text("On the board now")
    saved = page.locator("#match-list li").count()
    assert saved
    page.reload()
    wait_for_board(page)
    open_library(page)
    expect(page.locator("#match-list li")).to_have_count(saved)
    page.keyboard.press("Escape")


def test_a_puzzle_and_a_lesson_are_solved_and_left(page: Page) -> None:
    page.evaluate(BEGIN, {"t": "new", "game": "kamisado-single"})
    wait_for_prompt(page, "Black to move: any tower.")
    choose(page, "Puzzles")
    expect(page.get_by_role("heading", name="Puzzle 1 of 60")).to_be_visible()
    first = puzzles()[0]
    wait_for_prompt(page, "Only one move leads to a win: find it.")
    wait_for_name(page, first.solution[:2], "must move")
    drag(page, first.solution[:2], first.solution[2:4])
    expect(page.locator("#puzzle-solved")).to_have_text("Solved so far: 1")
    page.get_by_role("button", name="Back to the game").click()
    wait_for_prompt(page, "Black to move: any tower.")
    choose(page, "Start screen")
    page.get_by_role("button", name="Learn in two minutes").click()
    wait_for_prompt(page, "White to move: the yellow tower on d1.")
    wait_for_name(page, "d1", "white yellow tower")
    drag(page, "d1", "d2")
    expect(page.locator("#tutorial-task")).to_have_text("Well done.")
    page.get_by_role("button", name="Leave").click()
    wait_for_prompt(page, "Black to move: any tower.")


def test_a_round_is_played_against_the_computer(page: Page) -> None:
    request = {"t": "new", "game": "kamisado-single", "opponent": "1", "plays": "white"}
    page.evaluate(BEGIN, request)
    wait_for_prompt(page, "Black to move: any tower.")
    while move_of_the_player(page):
        pass
    expect(page.locator("#result")).to_contain_text(re.compile("You (win|lose)"))
    assert page.locator("#moves li").count() >= 4
    assert "White" in (page.locator("#moves").text_content() or "")
