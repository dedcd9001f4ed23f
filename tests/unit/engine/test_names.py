"""No file outside `host/engine` names one of the games of stones: all is done through the protocol.

What is looked for is code and data that know a game: its name as a whole string, or its module or
class by name.  Prose may mention one ("hasami shogi" in a comment would still be found, as nothing
but these games is called so), and the number five is a word of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host.engine.registry import GAMES, game_named

ROOT = Path(__file__).parents[3]
ENGINE = ROOT / "host" / "engine"
KINDS = ("*.py", "*.js", "*.mjs", "*.html", "*.css", "*.json")
NAMES = [name for name in GAMES if not name.startswith("kamisado")]
WORDS = {"five"}
"""Names that are also English words: only as a string of their own do they name the game."""
SENTENCE_OF_THE_ENGINE = re.compile(r' *"(?:(?:engine|game|piece)\.|page\.(?:format|aim)_)')
"""An entry of the catalogue about a game; those in several lines, by their number, name no game."""


def sources() -> list[Path]:
    """Every file of code and data outside the engine."""
    return [
        path
        for top in ("host", "simulator", "firmware")
        for kind in KINDS
        for path in sorted((ROOT / top).rglob(kind))
        if ENGINE not in path.parents and "node_modules" not in path.parts
    ]


def pattern(name: str) -> re.Pattern[str]:
    """Return the pattern of the words that show that a source knows the game of this name."""
    known = (
        rf"""["'`]{name}(?:[:"'`])|host\.engine\.{name}\b|\b{type(game_named(name)).__name__}\b"""
    )
    if name not in WORDS:
        return re.compile(rf"{known}|{name}", re.IGNORECASE)
    return re.compile(known)


@pytest.mark.parametrize("name", NAMES)
def test_no_file_outside_the_engine_names_a_game(name: str) -> None:
    found = pattern(name)
    guilty = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sources()
        for line in path.read_text(encoding="utf-8").splitlines()
        if found.search(line) and not SENTENCE_OF_THE_ENGINE.match(line)
    ]
    assert guilty == []


def test_the_search_looks_at_what_there_is_and_finds_a_name() -> None:
    assert NAMES
    assert len(sources()) > 100
    for name in NAMES:
        for text in (
            f'game_named("{name}")',
            f"'{name}:limit=3'",
            f"from host.engine.{name} import X",
        ):
            assert pattern(name).search(text)
    for text in ("level five", "it follows the colours for five plies", '"five plies"'):
        assert not pattern("five").search(text)
