"""The dialog of the page for a new game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import (
    HELLO,
    OVER,
    clock,
    plies,
    state,
)
from tests.e2e.page_support import (
    PHONE,
    Message,
    Script,
    asks,
    choose,
    open_more,
    opened,
    set_help,
    violations,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_a_new_game_is_chosen_by_keyboard_alone(page: Page, script: Script) -> None:
    script.publish(state(moves=plies(2)))
    expect(page.locator("#moves li")).to_have_count(2)
    opener = page.locator("#menu-button")

    def open_dialog() -> None:
        opener.focus()
        page.keyboard.press("Enter")
        new = page.locator("#new")
        for _ in range(9):
            if new.evaluate("button => button === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    open_dialog()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog).to_contain_text("The current game stops here. It is not saved.")
    expect(dialog.get_by_label("Opponent")).to_be_focused()
    expect(dialog.get_by_role("radio", name="Single round")).to_be_checked()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    open_dialog()
    for key in (
        "Tab",
        "Tab",
        "ArrowDown",
        "Tab",
        "Space",
        "Tab",
        "ArrowRight",
        "ArrowRight",
        "Enter",
    ):
        page.keyboard.press(key)
    expect(dialog).to_be_hidden()
    expect(page.locator("#stage")).to_be_focused()
    wanted: Message = {"t": "new", "game": "kamisado-standard", "clock": "10+5"}
    script.wait_for(asks(wanted))
    open_dialog()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    set_help(page, "What must move")
    script.wait_for(asks(wanted, {"t": "help", "level": "required"}))


def test_the_players_may_agree_on_a_clock_of_their_own(page: Page, script: Script) -> None:
    choose(page, "New game")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#new-game-warning")).to_be_hidden()
    expect(dialog.locator("#own-clock")).to_be_hidden()
    open_more(page)
    dialog.get_by_text("Other", exact=True).click()
    dialog.get_by_label("Minutes").fill("-3")
    dialog.get_by_label("Seconds").fill("0")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_visible()
    dialog.get_by_text("None", exact=True).click()
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    wanted: Message = {"t": "new", "game": "kamisado-single", "clock": ""}
    script.wait_for(asks(wanted))
    choose(page, "New game")
    open_more(page)
    dialog.get_by_text("Other", exact=True).click()
    dialog.get_by_label("Minutes").fill("7.5")
    dialog.get_by_label("Seconds").fill("0")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    script.wait_for(asks(wanted, wanted | {"clock": "7.5+0"}))


def test_what_is_played_is_what_is_proposed_and_cancelling_does_nothing(
    page: Page, script: Script
) -> None:
    script.publish(HELLO | {"game": "kamisado-standard"}, clock(1, 1, None, "20+2"), OVER)
    result = page.get_by_role("region", name="White wins the standard match")
    result.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Standard match")).to_be_checked()
    expect(dialog.get_by_label("Opponent")).to_be_focused()
    expect(dialog.get_by_label("Minutes")).to_have_value("20")
    expect(dialog.get_by_label("Seconds")).to_have_value("2")
    expect(dialog.locator("#new-game-warning")).to_be_hidden()
    dialog.get_by_text("Single round").click()
    open_more(page)
    dialog.get_by_text("None", exact=True).click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    result.get_by_role("button", name="New game").click()
    expect(dialog.get_by_role("radio", name="Standard match")).to_be_checked()
    dialog.get_by_role("button", name="Begin").click()
    script.wait_for(asks({"t": "new", "game": "kamisado-standard", "clock": "20+2"}))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_to_mend_in_the_dialog(page: Page, script: Script, scheme: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    choose(page, "New game")
    open_more(page)
    page.get_by_role("dialog").get_by_text("Other", exact=True).click()
    assert violations(page) == []


def test_a_game_under_way_is_put_aside_for_another_only_when_the_player_says_so(
    browser: Browser, script: Script
) -> None:
    script.publish(HELLO | {"saves": True}, state(moves=plies(3)))
    with opened(browser, script.url) as page:
        expect(page.locator("#moves li")).to_have_count(3)
        page.locator("#home").click()
        play = page.locator("#play-computer").get_by_role("button", name="Play")
        question = page.get_by_role("dialog", name="New game")
        script.asked.clear()
        play.click()
        expect(question).to_contain_text("Single round · 3 moves")
        expect(question).to_contain_text("It stays in Saved games")
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(question).to_be_hidden()
        expect(page.locator("#start")).to_be_visible()
        play.click()
        expect(question.get_by_role("button", name="Play on")).to_be_focused()
        page.keyboard.press("Enter")
        expect(question).to_be_hidden()
        expect(page.locator("#start")).to_be_hidden()
        page.locator("#home").click()
        play.click()
        assert not [each for each in script.asked if each["t"] == "new"]
        question.get_by_role("button", name="Begin").click()
        script.wait_for(lambda asked: any(each["t"] == "new" for each in asked))
        expect(page.locator("#start")).to_be_hidden()


def test_the_broker_that_was_used_last_is_offered_to_who_does_not_write_yet(
    page: Page, script: Script
) -> None:
    script.publish({**HELLO, "far": True})
    choose(page, "New game")
    page.get_by_label("Opponent").select_option(label="A friend online")
    field = page.get_by_label("Broker")
    expect(field).to_have_value("mqtt://")
    used = {"t": "invitation", "link": None, "qr": None, "broker": "mqtt://one.example"}
    script.publish(used)
    expect(field).to_have_value("mqtt://one.example")
    field.select_text()
    script.publish({**used, "broker": "mqtt://two.example"}, state(moves=plies(1)))
    expect(page.locator("#moves li")).to_have_count(1)
    page.keyboard.type("mqtt://mine.example")
    expect(field).to_have_value("mqtt://mine.example")
