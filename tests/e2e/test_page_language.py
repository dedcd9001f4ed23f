"""Languages of the page: each display shows its own, and changes it at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_messages import HELLO, state
from tests.e2e.page_support import (
    Script,
    choose,
    opened,
    program,
    wait_for_prompt,
)
from tests.e2e.pseudo_language import add_pseudo_language
from tests.support.pseudo_catalogue import PSEUDO

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_a_language_is_chosen_in_the_settings_and_shown_without_a_reload(
    browser: Browser,
) -> None:
    with program() as running, opened(browser, running.url) as page:
        add_pseudo_language(page)
        wait_for_prompt(page, "Black to move: any tower.")
        page.evaluate("window.stays = true")
        sockets: list[object] = []
        page.on("websocket", lambda socket: sockets.append(socket))
        choose(page, "Settings")
        page.locator("#language").select_option(label="Pséúdó")
        expect(page.locator("#settings-title")).to_have_text("Séttíngs")
        wait_for_prompt(page, "Bláck tó móvé: ány tówér.")
        expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
        assert page.evaluate("window.stays") is True
        assert sockets == [], "the connection stays"
        assert page.title() == "Kamisado bóárd"
        page.reload()
        wait_for_prompt(page, "Bláck tó móvé: ány tówér.")
        choose(page, "Séttíngs")
        page.locator("#language").select_option(label="English")
        wait_for_prompt(page, "Black to move: any tower.")


def test_the_texts_are_there_before_a_language_is_chosen(browser: Browser, script: Script) -> None:
    with opened(browser, script.url) as page:
        choose(page, "Settings")
        with page.expect_response(lambda answer: answer.url.endswith("/locale/ru.json")) as fetched:
            page.locator("#language").focus()
        assert fetched.value.ok
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.locator("#language").select_option("ru")
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        assert asked == []


def test_a_language_is_chosen_before_the_board_is_there(browser: Browser) -> None:
    with Script() as loading, opened(browser, loading.url) as page:
        add_pseudo_language(page)
        expect(page.locator("#veil")).to_have_text("Connecting")
        choose(page, "Settings")
        expect(page.locator("#settings [data-request]:visible")).to_have_count(0)
        page.locator("#language").select_option(label="Pséúdó")
        expect(page.locator("#veil")).to_have_text("Cónnéctíng…")
        page.get_by_role("button", name="Dóné").click()
        loading.publish(HELLO, state())
        wait_for_prompt(page, "any tower")
        expect(page.locator("#menu-button")).to_have_text("Ménú")


def test_two_displays_show_two_languages(browser: Browser) -> None:
    with (
        program() as running,
        opened(browser, running.url) as english,
        opened(browser, running.url, locale=PSEUDO) as other,
    ):
        add_pseudo_language(other)
        wait_for_prompt(other, "Bláck tó móvé: ány tówér.")
        wait_for_prompt(english, "Black to move: any tower.")


def test_the_start_screen_offers_the_languages(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, start=True) as page:
        add_pseudo_language(page)
        page.locator("#start-language").select_option(label="Pséúdó")
        expect(page.locator("#aim")).to_contain_text("Réách thé fár rów.")
        expect(page.locator("#language")).to_have_value(PSEUDO)


def test_the_rules_are_in_the_language_of_the_page(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, locale="hu-HU") as page:
        choose(page, "Szabályok")
        expect(page.locator("#rule-list")).to_contain_text("M1  Csak előre")
        page.get_by_role("button", name="Kész").click()
        choose(page, "Beállítások")
        page.locator("#language").select_option(label="English")
        page.get_by_role("button", name="Done").click()
        choose(page, "Rules")
        expect(page.locator("#rule-list")).to_contain_text("M1  Forward only")
