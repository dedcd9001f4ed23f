"""The rules in our own words, as players read them."""

from __future__ import annotations

import re

import pytest

from host.engine.registry import GAMES
from host.engine.rule_book import BOOK, all_rules, books
from host.message import languages

CITED = re.compile(r"\b(?:TS|DS|[TMFS])\d+\b")


def test_every_game_of_the_registry_has_its_rules() -> None:
    missing = [
        f"write host/data/rule_book/{kind}.toml (docs/adding-a-game.md, 4)"
        for kind in sorted({name.partition("-")[0] for name in GAMES} - set(books()))
    ]
    assert missing == []
    assert set(books()) <= {name.partition("-")[0] for name in GAMES}


@pytest.mark.parametrize("book", books())
def test_no_rule_names_a_setting_of_the_command_line(book: str) -> None:
    for rule in all_rules(book):
        assert not re.search(r"\w=\w", rule.text + rule.ruling), rule.title


@pytest.mark.parametrize("book", [book for book in books() if book != BOOK])
def test_the_rules_of_a_game_begin_with_how_it_is_won(book: str) -> None:
    assert all_rules(book)[0].title == "How to win"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("book", books())
def test_a_translation_has_the_same_rules(book: str, language: str) -> None:
    for english, rule in zip(all_rules(book), all_rules(book, language), strict=True):
        assert rule.numbers == english.numbers
        assert bool(rule.ruling) == bool(english.ruling), rule.title
        assert CITED.findall(rule.text) == CITED.findall(english.text), rule.title


def test_rules_are_read_in_another_language() -> None:
    assert all_rules("hasami", "hu")[3].title == "Ütés"
    assert all_rules("hasami", "xx") == all_rules("hasami")
