"""Names of the players: typed once, kept, and shown beside the board and among saved games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from host.engine.records.player_names import LONGEST
from tests.e2e.page_messages import HELLO, hand, plies, state
from tests.e2e.page_support import (
    Message,
    Script,
    asks,
    choose,
    opened,
    program,
    violations,
    wait_for_name,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

ANN, BOB = {"white": "Ann", "black": ""}, {"white": "", "black": "Bob"}
LEE = {"white": "", "black": "Bob Lee"}
BOTH = {"white": "Ann", "black": "Bob"}
LEVEL_4 = {"label": "Level 4", "level": "4", "side": "white", "thinking": False}
KEPT = json.dumps({"own": "Bob", "both": BOTH})


@pytest.fixture(autouse=True)
def forgotten(page: Page) -> Iterator[None]:
    """The tests share a browser, which forgets what was typed."""
    yield
    page.evaluate("localStorage.removeItem('kamisado-names')")


def kept(page: Page, names: str) -> None:
    """Have names be kept in the browser, as if they had been typed."""
    page.evaluate("names => localStorage.setItem('kamisado-names', names)", names)


def test_a_tap_on_a_name_lets_it_be_typed(page: Page, script: Script) -> None:
    script.publish(state(moves=plies(2)))
    page.locator("#black-name").click()
    dialog = page.get_by_role("dialog", name="Players' names")
    expect(dialog.get_by_label("Black")).to_be_focused()
    assert violations(page) == []
    for side in ("White", "Black"):
        assert dialog.get_by_label(side).get_attribute("maxlength") == str(LONGEST)
    dialog.get_by_label("Black").fill(" Bob  Lee ")
    page.keyboard.press("Enter")
    script.wait_for(asks({"t": "names", **LEE}))
    stored = "localStorage.getItem('kamisado-names')"
    assert page.evaluate(stored) is None, "it may be refused"
    script.publish(state(moves=plies(2), names=LEE))
    expect(page.locator("#black-name")).to_have_text("Bob Lee")
    assert json.loads(page.evaluate(stored))["both"] == LEE
    expect(page.locator("#black-side")).to_have_text("Black")
    expect(page.locator("#white-name")).to_have_text("White")


def test_cancel_changes_nothing(page: Page, script: Script) -> None:
    choose(page, "Players' names")
    dialog = page.get_by_role("dialog", name="Players' names")
    expect(dialog.get_by_label("White")).to_be_focused()
    dialog.get_by_label("White").fill("Ann")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    choose(page, "Players' names")
    expect(dialog.get_by_label("White")).to_have_value("")
    assert not any(each["t"] == "names" for each in script.asked)
    assert page.evaluate("localStorage.getItem('kamisado-names')") is None


def test_what_another_page_names_meanwhile_stays(page: Page, script: Script) -> None:
    choose(page, "Players' names")
    dialog = page.get_by_role("dialog", name="Players' names")
    script.publish(state(names=ANN))
    expect(page.locator("#white-name")).to_have_text("Ann")
    dialog.get_by_label("Black").fill("Bob")
    page.keyboard.press("Enter")
    script.wait_for(asks({"t": "names", **BOTH}))


def test_the_computer_has_its_level_for_a_name(page: Page, script: Script) -> None:
    script.publish(state(opponent=LEVEL_4, names=BOB))
    choose(page, "Players' names")
    white = page.get_by_role("dialog").get_by_label("White")
    expect(white).to_be_disabled()
    expect(white).to_have_value("Level 4")
    expect(page.get_by_role("dialog").get_by_label("Black")).to_be_focused()
    expect(page.locator("#black-name")).to_have_text("Bob")


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        ({}, BOTH),
        ({"opponent": LEVEL_4}, BOB),
        ({"names": ANN}, None),
        ({"moves": plies(2)}, None),
    ],
    ids=["two people", "the computer", "named", "under way"],
)
def test_a_new_match_has_the_names_that_were_typed_last(
    page: Page, script: Script, shown: Message, wanted: dict[str, str] | None
) -> None:
    script.publish(state(prompt="Nobody is known yet."))
    expect(page.locator("#prompt")).to_have_text("Nobody is known yet.")
    kept(page, KEPT)
    script.asked.clear()
    script.publish(HELLO, state(**shown), hand())
    if wanted is not None:
        script.wait_for(asks({"t": "names", **wanted}))
    script.publish(state(names=BOTH))
    expect(page.locator("#white-name")).to_have_text("Ann")
    expect(page.locator("#black-name")).to_have_text("Bob")
    script.publish(state(names={"white": "", "black": ""}))
    expect(page.locator("#white-name")).to_have_text("White")
    asked = [each for each in script.asked if each["t"] == "names"]
    assert len(asked) == (wanted is not None), "once, and not again where they were taken away"


def test_a_played_game_is_saved_with_the_names(browser: Browser, tmp_path: Path) -> None:
    data = str(tmp_path / "matches.sqlite")
    with program("--data", data) as host, opened(browser, host.url) as page:
        wait_for_name(page, "d8", "tower")
        page.locator("#white-name").click()
        dialog = page.get_by_role("dialog", name="Players' names")
        for side, name in (("White", "Ann"), ("Black", "Bob")):
            dialog.get_by_label(side).fill(name)
        dialog.get_by_role("button", name="Done").click()
        expect(page.locator("#white-name")).to_have_text("Ann")
        page.locator("#stage").focus()
        page.keyboard.type("/d8d4\n")
        expect(page.locator("#moves li")).to_have_count(1)
        choose(page, "Saved games")
        expect(page.locator("#library")).to_contain_text("Ann and Bob")
        page.keyboard.press("Escape")
        choose(page, "New game…")
        page.get_by_role("dialog").get_by_role("button", name="Begin").click()
        expect(page.locator("#moves li")).to_have_count(0)
        expect(page.locator("#black-name")).to_have_text("Bob")
