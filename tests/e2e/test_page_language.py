"""Languages of the page: each display shows its own, and changes it at once."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from host.message import Template, catalogue
from tests.e2e.page_support import (
    Script,
    choose,
    opened,
    program,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

PSEUDO = "eo"
"""Stands for a language that is none: English between brackets, with accents on its vowels."""
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
PARTS = re.compile(r"(\{[^}]*\})")


def pseudo_text(text: str) -> str:
    """English words with accents, placeholders as they are."""
    parts = PARTS.split(text)
    return "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)


def pseudo(template: Template) -> Template:
    if isinstance(template, str):
        return pseudo_text(template)
    return {form: pseudo_text(text) for form, text in template.items()}


def add_pseudo_language(page: Page) -> None:
    """Have the page find one language more than the program has."""
    english = catalogue("en")
    templates = {id: pseudo(template) for id, template in english.items()}
    texts = {
        "index": {"en": "English", PSEUDO: "Pséúdó"},
        PSEUDO: templates | {"locale": PSEUDO, "language": "Pséúdó"},
    }

    def send(route: Route) -> None:
        name = route.request.url.rpartition("/")[2].removesuffix(".json")
        route.fulfill(body=json.dumps(texts[name]), content_type="application/json")

    page.context.route(re.compile(rf"/locale/(index|{PSEUDO})\.json$"), send)
    page.reload()


def test_a_language_is_chosen_in_the_settings_and_shown_without_a_reload(
    browser: Browser,
) -> None:
    with program() as running, opened(browser, running.url) as page:
        add_pseudo_language(page)
        wait_for_prompt(page, "Black to move: any tower.")
        page.evaluate("window.stays = true")
        choose(page, "Settings")
        page.locator("#language").select_option(label="Pséúdó")
        expect(page.locator("#settings-title")).to_have_text("Séttíngs")
        wait_for_prompt(page, "Bláck tó móvé: ány tówér.")
        expect(page.locator("html")).to_have_attribute("lang", PSEUDO)
        assert page.evaluate("window.stays") is True
        page.reload()
        wait_for_prompt(page, "Bláck tó móvé: ány tówér.")
        choose(page, "Séttíngs")
        page.locator("#language").select_option(label="English")
        wait_for_prompt(page, "Black to move: any tower.")


def test_two_displays_show_two_languages(browser: Browser) -> None:
    with (
        program() as running,
        opened(browser, running.url) as english,
        opened(browser, running.url, locale="eo") as other,
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


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (["pt-BR", "en"], "pt-PT"),
        (["ru"], "ru"),
        (["RU-ru"], "ru"),
        (["de", "hu-HU", "en"], "hu"),
        (["de-AT"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_of_the_reader_that_there_is_is_shown(
    page: Page, wanted: list[str], code: str
) -> None:
    found = page.evaluate(
        """async wanted => {
          const script = document.querySelector('script[type=module]').src;
          const { bestLanguage } = await import(new URL('language.js', script));
          return bestLanguage(wanted, ['en', 'hu', 'pt-PT', 'ro', 'ru']);
        }""",
        wanted,
    )
    assert found == code


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


def test_a_colour_has_the_form_that_a_tower_or_a_square_asks_for(browser: Browser) -> None:
    with program() as running, opened(browser, running.url, locale="pt-BR") as page:
        wait_for_name(page, "a1", "a1, quadrado castanho, torre castanha das Brancas")
