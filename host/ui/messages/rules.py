"""Rules of a game as the page shows them."""

from __future__ import annotations

from host.engine.rule_book import all_rules


def rules_data(book: str, language: str) -> list[dict[str, object]]:
    """Return the rules of a book in the order of its numbers, for JSON.

    Args:
        book: the name of a game whose rules are written down.
        language: its code; in English where there is no translation.
    """
    return [
        {"numbers": rule.numbers, "title": rule.title, "text": rule.text, "ruling": rule.ruling}
        for rule in all_rules(book, language)
    ]
