"""Parts of a page between comments that name them, which a program writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path


def with_parts(page: Path, parts: Mapping[str, str | Callable[[str], str]]) -> str:
    """Return a page with its parts as they are now.

    Args:
        parts: texts by names, or what makes one from the old one.
    """
    text = page.read_text(encoding="utf-8")
    for name, write in parts.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        old, _, after = rest.partition(end)
        text = f"{before}{begin}\n{write(old) if callable(write) else write}\n{end}{after}"
    return text
