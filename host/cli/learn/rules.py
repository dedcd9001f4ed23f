"""`kamisado rules`: explain a rule by its number or by a word.

The rules of a game are in `host/data/NAME_rules.toml`; those of Kamisado have numbers, and are
meant where no other game is named.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import dataclass
from functools import cache

from host.cli.options import Echo, add_json
from host.cli.text import wrapped

SUMMARY = "explain a rule in words"
DESCRIPTION = "Explain a rule in words."

BOOK = "kamisado"
_FILE = "_rules.toml"
_NUMBER = re.compile(r"(TS|DS|[TMFS])([0-9]+)(?:-(?:TS|DS|[TMFS])([0-9]+))?")
_RULE_LIKE = re.compile(r"(TS|DS|[TMFS])([0-9]+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One paragraph of the rules.

    Attributes:
        numbers: the rule book's, ranges like "S2-S11" included; none for what has no number.
        title: a few words.
        words: more words under which it is found, lower-case.
        text: in full.
        ruling: how this project settles what the rule book leaves open; "" if there is nothing.
    """

    numbers: tuple[str, ...]
    title: str
    words: tuple[str, ...]
    text: str
    ruling: str

    def has(self, number: str) -> bool:
        """True if it holds the rule of that number, e.g. "S4" in "S2-S11"."""
        wanted = _RULE_LIKE.fullmatch(number)
        if wanted is None:
            return False
        for own in self.numbers:
            found = _NUMBER.fullmatch(own)
            assert found is not None, f"{own!r} is no number of a rule"
            first, last = int(found[2]), int(found[3] or found[2])
            if found[1] == wanted[1] and first <= int(wanted[2]) <= last:
                return True
        return False


@cache
def books() -> tuple[str, ...]:
    """Return the names of the games whose rules are written down, sorted."""
    from importlib import resources

    files = (file.name for file in resources.files("host").joinpath("data").iterdir())
    return tuple(sorted(name.removesuffix(_FILE) for name in files if name.endswith(_FILE)))


@cache
def all_rules(book: str = BOOK) -> tuple[Rule, ...]:
    """Read the rules of a game in the order of its book."""
    import tomllib
    from importlib import resources

    file = resources.files("host").joinpath(f"data/{book}{_FILE}")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Rule(
            tuple(entry["numbers"]),
            entry["title"],
            tuple(entry["words"]),
            " ".join(entry["text"].split()),
            " ".join(entry.get("ruling", "").split()),
        )
        for entry in data["rule"]
    )


def find(topic: str, book: str = BOOK) -> tuple[Rule, ...]:
    """Return the rules of a game on a topic: a number in any case, or words.

    Raises:
        ValueError: if there is none; the message quotes the topic.
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
