"""The rules of the games in our own words, one paragraph after another.

They are in `host/data/rule_book/NAME.toml`; those of Kamisado have the numbers of the rule book.
Translations are in a folder for each language, `hu/NAME.toml`, with the same paragraphs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from host.message import DEFAULT_LANGUAGE

BOOK = "kamisado"
_FOLDER, _SUFFIX = "data/rule_book", ".toml"
_NUMBER = re.compile(r"(TS|DS|[TMFS])([0-9]+)")
_RANGE = re.compile(rf"{_NUMBER.pattern}(?:-{_NUMBER.pattern})?")


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
        """Return True if it contains the rule of that number, e.g. "S4" in "S2-S11"."""
        wanted = _NUMBER.fullmatch(number)
        if wanted is None:
            return False
        for own in self.numbers:
            found = _RANGE.fullmatch(own)
            assert found is not None, f"{own!r} is no number of a rule"
            first, last = int(found[2]), int(found[4] or found[2])
            if found[1] == wanted[1] and first <= int(wanted[2]) <= last:
                return True
        return False


@cache
def books() -> tuple[str, ...]:
    """Return the names of the games whose rules are written down, sorted."""
    files = (file.name for file in resources.files("host").joinpath(_FOLDER).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


@cache
def all_rules(book: str = BOOK, language: str = DEFAULT_LANGUAGE) -> tuple[Rule, ...]:
    """Read the rules of a game in the order of its book.

    Args:
        language: its code; in English where there is no translation.  Titles, texts and rulings
            are translated, the words under which a rule is found are not.
    """
    folder = resources.files("host").joinpath(_FOLDER)
    rules = _read(folder.joinpath(f"{book}{_SUFFIX}"))
    file = folder.joinpath(language, f"{book}{_SUFFIX}")
    if language == DEFAULT_LANGUAGE or not file.is_file():
        return rules
    return tuple(
        replace(other, words=rule.words) for rule, other in zip(rules, _read(file), strict=True)
    )


def _read(file: Traversable) -> tuple[Rule, ...]:
    import tomllib  # it takes as long as all else here, and few programs read rules

    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Rule(
            tuple(entry["numbers"]),
            entry["title"],
            tuple(entry.get("words", ())),
            " ".join(entry["text"].split()),
            " ".join(entry.get("ruling", "").split()),
        )
        for entry in data["rule"]
    )
