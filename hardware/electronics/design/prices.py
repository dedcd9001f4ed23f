"""Estimated prices of single components in US dollars, from `prices.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("prices.toml")


HIGHER = "higher"
"""Table of prices that others paid, which are above ours."""


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def written() -> str:
    """Return the month in which the prices were written down."""
    return str(_tables()["written"])


def price_of(name: str) -> float:
    """Return the price of a component.

    Raises:
        ValueError: `prices.toml` has none.
    """
    for table, prices in _tables().items():
        if table not in (HIGHER, "written") and name in prices:
            return float(prices[name])
    raise ValueError(f"{FILE.name} has no price of {name!r}: add a line")


def highest_price_of(name: str) -> float:
    """Return the highest price of a component that anybody told; ours if nobody told another.

    Raises:
        ValueError: `prices.toml` has none.
    """
    return max(price_of(name), float(_tables()[HIGHER].get(name, 0)))
