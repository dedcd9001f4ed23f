"""The computer as an opponent on the page: chosen in the dialog, and played against."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import HELLO, mark, state
from tests.e2e.page_support import (
    DESKTOP,
    PHONE,
    Script,
    choose,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


MOVE_MS = 60_000
"""Deadline for the computer and the simulated hand on a busy machine."""


LEVEL_4 = {"label": "Level 4", "level": "4", "side": "black", "thinking": False}


CARRIED = state(
    turn="white",
    prompt="Level 4 moves: take Black's pink tower from d8 to d5.",
    movable=["d8"],
    opponent=LEVEL_4,
    marks=[
        mark("d8", "execute", "from", "move this piece"),
        mark("d7", "execute", "path", "on the way"),
        mark("d6", "execute", "path", "on the way"),
        mark("d5", "execute", "to", "move it here"),
    ],
)


def test_an_opponent_is_chosen_in_the_dialog_and_asked_for(page: Page, script: Script) -> None:
    choose(page, "New game")
    dialog = page.get_by_role("dialog")
    side = dialog.get_by_label("You play")
    expect(side.locator("option")).to_have_text(["As agreed", "By lot"])
    dialog.get_by_label("Opponent").select_option("even")
    expect(side.locator("option")).to_have_text(["Black", "White", "By lot"])
    side.select_option("White")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert violations(page) == []
    dialog.get_by_role("button", name="Begin").click()
    wanted = {"t": "new", "game": "", "clock": "", "opponent": "even", "plays": "black"}
    script.wait_for(lambda asked: [one | {"game": ""} for one in asked] == [wanted])
    # Against a person nothing is said of opponents.
    script.asked.clear()
    choose(page, "New game")
    dialog.get_by_role("button", name="Begin").click()
    script.wait_for(lambda asked: [set(one) for one in asked] == [{"t", "game", "clock"}])


def test_who_is_played_against_and_how_is_told_beside_the_name(page: Page, script: Script) -> None:
    told = page.locator("#terms")
    expect(told).to_be_hidden()
    script.publish(CARRIED | {"touch_move": True})
    expect(told).to_have_text("no takebacks")
    expect(page.locator("#black-player")).to_contain_text("Level 4Black")
    named = HELLO | {"title": "hasami shogi", "agreed": ["line capture yes", "limit 30"]}
    script.publish(named, state())
    expect(told).to_have_text("line capture yes \u00b7 limit 30")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        box = told.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size["width"]
    assert violations(page) == []


def test_the_dialog_begins_with_the_opponent_that_is_played(page: Page, script: Script) -> None:
    script.publish(CARRIED)
    wait_for_prompt(page, "Level 4 moves")
    choose(page, "New game")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Opponent")).to_have_value("4")
    expect(dialog.get_by_label("You play")).to_have_value("black")


def test_the_computers_move_is_shown_and_said(page: Page, script: Script) -> None:
    script.publish(CARRIED)
    wait_for_name(page, "d5", "move it here")
    wait_for_name(page, "d8", "move this piece")
    expect(page.locator('[data-mark="execute d5"]')).to_have_count(1)
    assert violations(page) == []
