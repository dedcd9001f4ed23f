"""The rules of the games in our own words, one paragraph after another.

They are in `host/data/NAME_rules.toml`; those of Kamisado have the numbers of the rule book.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

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
