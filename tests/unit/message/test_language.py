"""Languages: which there are, and which one a system's locale asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.message import catalogues, language, message
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
        ({"LC_MESSAGES": "hu_HU.UTF-8", "LANG": "en_GB.UTF-8"}, "hu"),
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


@pytest.fixture
def toy_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language that is added as `docs/translating.md` says, with a few texts only."""
    for file in catalogues.FOLDER.iterdir():
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    texts = {
        "locale": "tok",
        "language": "toki",
        "list": "{head} en {last}",
        "side.white": {"bare": "walo", "object": "walo-e"},
        "engine.begins_by_lot": "{side:object:capital}!",
        "engine.side_passes": "{side:capital} li awen",
    }
    (tmp_path / "tok.json").write_text(json.dumps(texts), encoding="utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    caches = (catalogue, language.languages)
    for cache in caches:
        cache.cache_clear()
    yield "tok"
    language.use_language("en")
    for cache in caches:
        cache.cache_clear()


def test_a_language_is_added_with_a_file(toy_language: str) -> None:
    assert language.languages()[toy_language] == "toki"
    assert language.language_of_environment({"LANG": "tok_XX.UTF-8"}) == toy_language
    language.use_language(toy_language)
    assert str(message("engine.side_passes", side=message("side.white"))) == "Walo li awen"
    assert str(message("engine.begins_by_lot", side=message("side.white"))) == "Walo-e!"
    assert str(message("engine.pass")) == "pass", "what it lacks is in English"
