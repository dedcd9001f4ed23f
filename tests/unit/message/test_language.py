"""Languages: which there are, and which one a system's locale asks for."""

from __future__ import annotations

import pytest

from host.message import language, message
from host.message.catalogues import catalogue
from host.message.plural import CATEGORIES, plural_category


def test_each_language_says_its_code_and_its_name() -> None:
    found = language.languages()
    assert found["en"] == "English"
    assert [catalogue(code)["locale"] for code in found] == list(found)
    assert set(found) <= set(CATEGORIES)


@pytest.mark.parametrize("code", CATEGORIES)
def test_each_category_of_plurals_is_that_of_some_number(code: str) -> None:
    assert {plural_category(code, number) for number in range(200)} == set(CATEGORIES[code])


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({"LC_ALL": "", "LANG": "en"}, "en"),
    ],
)
def test_the_locale_of_the_system_is_followed(environment: dict[str, str], code: str) -> None:
    assert language.language_of_environment(environment) == code


def test_a_tag_finds_the_language_or_one_of_another_country(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {"en": "English", "pt-PT": "português", "ru": "русский"}
    monkeypatch.setattr(language, "languages", lambda: names)
    tags = ["pt_PT.UTF-8", "pt_BR", "PT", "ru-RU", "de"]
    assert [language.find_language(tag) for tag in tags] == ["pt-PT", "pt-PT", "pt-PT", "ru", None]
    assert language.language_of_environment({"LC_ALL": "ru_RU.UTF-8", "LANG": "pt_BR"}) == "ru"


def test_an_unknown_language_is_not_used() -> None:
    with pytest.raises(KeyError, match="xx"):
        language.use_language("xx")
    assert language.spoken_language() == "en"


def test_a_message_speaks_the_language_of_the_program() -> None:
    told = message("side.white")
    assert str(told) == "White"
    language.use_language("en")
    assert str(told) == "White"
