"""Text for code pages that lack its letters."""

from __future__ import annotations

import io
import json
import sys
from importlib.resources import files

import pytest

from host.message import languages
from host.message.plain_text import PLAIN, write_any_letter

CODE_PAGES = ("ascii", "latin-1", *(f"cp{page}" for page in (437, 850, 857, 1250, 1251, 1252)))


@pytest.mark.parametrize(
    ("text", "page", "plain"),
    [
        ("Őri Ștefan, Łódź", "cp1252", "Ori Stefan, Lódz"),
        ("Őri Ștefan, Łódź", "cp1250", "Őri Stefan, Łódź"),
        ("Ход: Щука, чёрный Ёж", "cp437", "Khod: Shchuka, chyornyj Yozh"),
        ("Ход", "cp1251", "Ход"),
        ("2½ : ½", "cp1251", "2.5 : .5"),
        ("2½ : ½", "cp437", "2½ : ½"),
        ("„a” \u2013 “b”…", "ascii", '"a" - "b"...'),
        ("Zoe\u0308, e\u0301", "cp1252", "Zoe, e"),
        ("Ж\u200bЮ", "ascii", "ZhYu"),
        ("日本", "cp850", "??"),
        ("a\udcffb", "utf-8", "a\\xffb"),
        ("\ud800", "utf-8", "?"),
    ],
)
def test_a_letter_that_is_lacking_is_written_as_it_is_read(
    text: str, page: str, plain: str
) -> None:
    assert text.encode(page, PLAIN).decode(page) == plain


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("page", CODE_PAGES)
def test_every_language_can_be_read_on_every_code_page(language: str, page: str) -> None:
    """A question mark stands only where one was meant."""
    text = files("host").joinpath(f"data/locale/{language}.json").read_text("utf-8")
    for template in json.loads(text).values():
        words = json.dumps(template, ensure_ascii=False)
        plain = words.encode(page, PLAIN).decode(page)
        assert plain.count("?") == words.count("?"), plain


def test_the_standard_streams_take_every_text(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = {name: io.TextIOWrapper(io.BytesIO(), "cp1252") for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    write_any_letter()
    for stream in streams.values():
        print("Őri", file=stream, flush=True)
        assert stream.buffer.getvalue().split() == [b"Ori"]  # type: ignore[attr-defined]


def test_a_stream_without_a_code_page_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)  # as pythonw.exe starts a program
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    write_any_letter()


def test_the_handler_is_for_writing_only() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", PLAIN)
