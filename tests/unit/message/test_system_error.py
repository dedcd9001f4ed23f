"""Errors of the system in words: no numbers, no names of classes, and the remedy where it helps."""

from __future__ import annotations

import errno
import os

import pytest

from host.message import languages, system_error, use_language
from host.message.language import spoken_language


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_every_error_of_the_system_is_a_clause_without_its_number(number: int) -> None:
    words = str(system_error(OSError(number, os.strerror(number), "/a/file")))
    assert len(words) > 3
    assert "Errno" not in words
    assert "/a/file" not in words


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOTDIR])
def test_a_remedy_is_told_in_every_language(language: str, number: int) -> None:
    before = spoken_language()
    use_language(language)
    try:
        assert str(system_error(OSError(number, "x"))).count(" ") > 5
    finally:
        use_language(before)


def test_an_error_without_a_number_has_its_own_words() -> None:
    assert str(system_error(OSError("no answer"))) == "no answer"
    assert str(system_error(TimeoutError())) == "TimeoutError"
