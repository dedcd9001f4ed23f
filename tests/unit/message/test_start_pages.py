"""The start pages, one in each language but English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host.message import DEFAULT_LANGUAGE, catalogue, languages

ROOT = Path(__file__).resolve().parents[3]
START = ROOT / "docs" / "start"
OTHERS = [code for code in languages() if code != DEFAULT_LANGUAGE]
QUOTED = re.compile("„([^”]+)”|«([^»]+)»")


def labels(code: str) -> set[str]:
    """Texts of the page's buttons and titles in a language."""
    words = catalogue(code).items()
    return {text for id, text in words if id.startswith("page.") and isinstance(text, str)}


@pytest.mark.parametrize("code", OTHERS)
def test_a_start_page_quotes_buttons_as_they_are(code: str) -> None:
    text = (START / f"{code}.md").read_text(encoding="utf-8")
    quoted = {first or second for first, second in QUOTED.findall(text)}
    assert len(quoted) >= 8
    assert quoted - labels(code) == set()


@pytest.mark.parametrize("code", OTHERS)
def test_a_start_page_is_linked_and_names_the_commands(code: str) -> None:
    for place in ("README.md", "docs/index.md", "mkdocs.yml"):
        assert f"start/{code}.md" in (ROOT / place).read_text(encoding="utf-8"), place
    text = (START / f"{code}.md").read_text(encoding="utf-8")
    assert f"./kamisado play --terminal --language {code}" in text
    assert "./kamisado site --serve" in text
