"""Estimated prices of single components in US dollars, from `prices.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("prices.toml")


@cache
def prices() -> dict[str, float]:
    """Return the prices by the names of the components in the bill of materials."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: float(usd) for table in tables.values() for name, usd in table.items()}


def price_of(name: str) -> float:
    """Return the price of a component.

    Raises:
        ValueError: `prices.toml` has none.
    """
    usd = prices().get(name)
    if usd is None:
        raise ValueError(f"{FILE.name} has no price of {name!r}: add a line")
    return usd
