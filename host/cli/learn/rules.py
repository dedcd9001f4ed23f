"""`kamisado rules`: explain a rule by its number or by a word.

The rules of Kamisado are meant where no other game is named.
"""

from __future__ import annotations

import argparse
import json

from host.cli.options import Echo, add_json
from host.cli.text import wrapped
from host.engine.rule_book import BOOK, Rule, all_rules, books

SUMMARY = "explain a rule in words"
DESCRIPTION = "Explain a rule in words."


def find(topic: str, book: str = BOOK) -> tuple[Rule, ...]:
    """Return the rules of a game on a topic: a number in any case, or words.

    Raises:
        ValueError: no rule is on that topic; the message quotes it.
    """
    rules = all_rules(book)
    number = topic.strip().upper()
    # A rule of its own before the paragraph of a range that it lies in.
    exact = [rule for rule in rules if number in rule.numbers]
    found = exact + [rule for rule in rules if rule.has(number) and rule not in exact]
    if not found:
        word = topic.strip().lower()
        found = [rule for rule in rules if word in rule.words]
    if not found and word:
        found = [rule for rule in rules if word in rule.title.lower()]
    if not found:
        raise ValueError(
            f"there is no rule on {topic!r}; {_command(book)!r} lists them, by number and by title"
        )
    return tuple(found)


def page(rule: Rule) -> str:
    """Return a rule as it is printed."""
    paragraphs = [_heading(rule), wrapped(" ".join(rule.text.split()))]
    if rule.ruling:
        paragraphs.append(wrapped(f"Our ruling: {rule.ruling}"))
    return "\n".join(paragraphs)


def _heading(rule: Rule) -> str:
    numbers = ", ".join(rule.numbers)
    return f"{numbers}  {rule.title}" if numbers else rule.title


def _command(book: str) -> str:
    """Return the command that shows all rules of a game."""
    return "kamisado rules" if book == BOOK else f"kamisado rules {book}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `rules`."""
    add_json(parser)
    parser.add_argument(
        "topic",
        metavar="TOPIC",
        nargs="*",
        help="the number of a rule (M8) or a word (push, deadlock); the name of another game, with "
        "a word or without; nothing for all titles",
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the rules on a topic, or all of a game: only titles if they have numbers."""
    first, *words = options.topic or [""]
    book, topic = (first, " ".join(words)) if first in books() else (BOOK, " ".join(options.topic))
    found = find(topic, book) if topic else all_rules(book)
    if options.json:
        rules = [
            {"numbers": rule.numbers, "title": rule.title, "text": rule.text, "ruling": rule.ruling}
            for rule in found
        ]
        echo(json.dumps({"rules": rules}, ensure_ascii=False))
    elif topic or not any(rule.numbers for rule in found):
        echo("\n\n".join(page(rule) for rule in found))
    else:
        for rule in found:
            echo(f"{', '.join(rule.numbers):<24} {rule.title}".rstrip())
        others = ", ".join(repr(_command(name)) for name in books() if name != BOOK)
        echo("\n'kamisado rules TOPIC' explains one: a number (M8) or a word (push).")
        echo(f"Other games: {others}.")
    return 0
