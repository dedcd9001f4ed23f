"""The text board in a language that is none: nothing but what is typed stays English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from host.message import catalogues, language, use_language
from host.ui.messages.hello import HelloMessage
from host.ui.messages.state import StateMessage
from host.ui.terminal.text_board import render, render_moves
from tests.support.page_states import states
from tests.support.pseudo_catalogue import PSEUDO, pseudo_catalogue

ENGLISH = re.compile(r"\b[A-Za-z]*[AEIOUaeiou][A-Za-z]*\b")
TYPED = {"fill", "left", "right"}


@pytest.fixture
def pseudo_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the program speak the pseudo-language."""
    texts = pseudo_catalogue()
    for file in catalogues.FOLDER.iterdir():
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / f"{PSEUDO}.json").write_text(json.dumps(texts), encoding="utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    caches = (catalogues.catalogue, language.languages)
    for cache in caches:
        cache.cache_clear()
    use_language(PSEUDO)
    yield
    use_language("en")
    for cache in caches:
        cache.cache_clear()


def test_no_state_of_the_terminal_has_an_english_word(pseudo_language: None) -> None:
    found = []
    for name, (hello, state) in states():
        told = cast(StateMessage, state)
        text = render(cast(HelloMessage, hello), told) + render_moves(told)
        words = {word for word in ENGLISH.findall(text) if len(word) > 1}
        found += [f"{name}: {word}" for word in sorted(words - TYPED)]
    assert found == []
