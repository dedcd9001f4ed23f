"""Plural categories: which form of a word goes with a number, by language.

After the plural rules of Unicode's CLDR, for whole numbers.  In a browser `Intl.PluralRules` knows
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

CATEGORIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": ("one", "other"),
        "hu": ("one", "other"),
        "pt-PT": ("one", "other"),
        "ro": ("one", "few", "other"),
        "ru": ("one", "few", "many"),
    }
)
"""Categories into which whole numbers fall, by language; those of English for any other."""


def plural_category(language: str, number: int) -> str:
    """Return the category of a number: "one", "few", "many" or "other".

    Args:
        language: its code, e.g. "ru" or "pt-PT".
        number: 0 or more.
    """
    return _RULES.get(language, _one_or_other)(number)


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _romanian(number: int) -> str:
    if number == 1:
        return "one"
    return "few" if number == 0 or 1 <= number % 100 <= 19 else "other"


def _russian(number: int) -> str:
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


_RULES: Mapping[str, Callable[[int], str]] = MappingProxyType({"ro": _romanian, "ru": _russian})
