"""Check of what the pages tell a builder against the boards and against directions.toml.

A *fact* is a sentence with what must hold for it on a board: both are compared.  *Said* is a second
entry of the rest: of every line of a page its directions, poles, pins, numbers, parts, actions,
`names` and targets of links and pictures, in order.  Whoever changes one of them compares the new
line with board, drawing and printed part, and changes the entry; `python -m
hardware.electronics.checks.directions` prints all entries.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from hardware import firmware_config
from hardware.electronics.checks import packages
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile
from hardware.geometry import Point
from hardware.paths import HARDWARE

TABLE = Path(__file__).with_suffix(".toml")
CONFIG = firmware_config.SOURCE
APART_MM = 0.2
"""Least distance in the direction that a fact names."""
_TOKEN = re.compile(r"`[^`]+`|\]\([^)]+\)|files? [a-i]\b|[+-](?= )|\w(?:[\w'.]*\w)?")
_WAYS = {"left": (-1, 0), "right": (1, 0), "upper": (0, -1), "lower": (0, 1)}


def board_faults(pcbs: Mapping[str, PcbFile], table: Path = TABLE) -> list[str]:
    """Return what the pages say of boards, given by name, and does not hold for them."""
    parts = {name: {part.reference: part for part in pcb.footprints} for name, pcb in pcbs.items()}
    return [
        f"{fact['board']}: the pages say that {claim}, which does not hold"
        for fact in tomllib.loads(table.read_text("utf-8"))["fact"]
        for claim in fact["holds"]
        if not _holds(parts.get(fact["board"], {}), claim)
    ]


def page_faults(pages: Path = HARDWARE, table: Path = TABLE) -> list[str]:
    """Return where the pages in a folder do not say what the table says of them."""
    data = tomllib.loads(table.read_text("utf-8"))
    found = []
    for name in ("GUIDE", "ORDERING", "README"):
        text = re.sub(r"\s+", " ", (pages / f"{name}.md").read_text("utf-8"))
        found += [
            f"{name}.md does not say {sentence!r}"
            for fact in data["fact"]
            for sentence in fact.get(name, ())
            if sentence not in text
        ]
    words = _words(data)
    for page, entries in data["said"].items():
        lines = said((pages / page).read_text("utf-8"), words)
        found += _compared(page, lines, entries, data["unsaid"][page])
    return found


def said(text: str, words: Collection[str]) -> dict[str, list[tuple[str, str]]]:
    """Return each line that has something to compare, with its entry, by heading.

    Args:
        text: a page.
        words: what is compared besides numbers, references, nets, files, `names` and links.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    heading = ""
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^ *- ", "", text, flags=re.MULTILINE)
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
            continue
        tokens = _TOKEN.findall(line.replace("*", ""))
        if entry := " ".join(token.strip("]()`") for token in tokens if _is_compared(token, words)):
            found.setdefault(heading, []).append((line, entry))
    return found


def _words(data: Mapping[str, Any]) -> set[str]:
    return set(" ".join(data["words"].values()).lower().split())


def _is_compared(token: str, words: Collection[str]) -> bool:
    if token[0] in "`]":
        return True
    if token.isalpha():
        return token.lower() in words or (len(token) > 1 and token.isupper())
    return token.lower() in words or any(sign in "+- 0123456789" for sign in token)


def _compared(
    page: str,
    lines: Mapping[str, list[tuple[str, str]]],
    entries: Mapping[str, list[str]],
    unsaid: Collection[str],
) -> Iterator[str]:
    """Compare the lines of a page with their entries, both by heading; `unsaid` ones have none."""
    for heading in dict.fromkeys((*entries, *(each for each in lines if each not in unsaid))):
        own, listed = lines.get(heading, []), entries.get(heading, [])
        matcher = difflib.SequenceMatcher(None, [entry for _, entry in own], listed, autojunk=False)
        for kind, begin, end, first, last in matcher.get_opcodes():
            if kind == "equal":
                continue
            for line, entry in own[begin:end]:
                yield f"{page}, {heading}: compare {line!r} with the board; entry: {entry!r}"
            for entry in listed[first:last]:
                yield f"{page}, {heading}: no line says {entry!r} any more"


def _holds(parts: Mapping[str, Footprint], claim: str) -> bool:
    """Return True if a claim such as `U1.dot left U1` is true of a board's parts.

    Of two places the first is farther in that direction, as the board is drawn from above.  Other
    claims: `J1.2 is +3V3`, the net of a pin; `R1 value 100R`; `U11 on top`, `J1 on bottom`; of the
    firmware's configuration, `NORTH_SIGN is -1`.
    """
    subject, verb, other = claim.split(" ")
    ref, _, name = subject.partition(".")
    if ref not in parts:
        return str(firmware_config.load(CONFIG).get(subject)) == other
    part = parts[ref]
    if verb == "is":
        return {pad.net for pad in part.pads if pad.number == name} == {other}
    if verb == "value":
        return part.field("Value") == other
    if verb == "on":
        return part.bottom == (other == "bottom")
    one, two = _place(parts, subject), _place(parts, other)
    if one is None or two is None:
        return False
    across, down = _WAYS[verb]
    return (one[0] - two[0]) * across + (one[1] - two[1]) * down > APART_MM


def _place(parts: Mapping[str, Footprint], name: str) -> Point | None:
    """Return the place of a part, of its pad, or of a mark of its package; None if it has none."""
    ref, _, detail = name.partition(".")
    if ref not in parts:
        return None
    part = parts[ref]
    package: Any = packages.by_order().get(part.field("MPN") or "", {})
    if detail in package.get("marks", {}):
        at = packages.pose(part, package)
        return at.at(package["marks"][detail]) if at else None
    places = [pad.place for pad in part.pads if detail in ("", pad.number)]
    if not places:
        return None
    xs, ys = zip(*places, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _entries() -> Iterator[str]:
    """Yield the lines of all entries as the pages are now."""
    data = tomllib.loads(TABLE.read_text("utf-8"))
    for page, unsaid in data["unsaid"].items():
        yield f'[said."{page}"]'
        lines = said((HARDWARE / page).read_text("utf-8"), _words(data))
        for heading in (each for each in lines if each not in unsaid):
            yield f'"{heading}" = ['
            yield from (f"    {json.dumps(entry)}," for _, entry in lines[heading])
            yield "]"
        yield ""


if __name__ == "__main__":
    sys.stdout.write("\n".join(_entries()))
