"""The rules in our own words, as players read them."""

from __future__ import annotations

import re

import pytest

from host.engine.rule_book import BOOK, all_rules, books


@pytest.mark.parametrize("book", books())
def test_no_rule_names_a_setting_of_the_command_line(book: str) -> None:
    for rule in all_rules(book):
        assert not re.search(r"\w=\w", rule.text + rule.ruling), rule.title


@pytest.mark.parametrize("book", [book for book in books() if book != BOOK])
def test_the_rules_of_a_game_begin_with_how_it_is_won(book: str) -> None:
    assert all_rules(book)[0].title == "How to win"
