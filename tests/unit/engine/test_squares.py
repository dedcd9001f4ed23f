"""Names of squares on boards of several sizes."""

from __future__ import annotations

import pytest

from host.engine.squares import parse_square, square_name


@pytest.mark.parametrize("size", [(8, 8), (9, 9), (5, 5), (3, 12), (26, 2)])
def test_every_square_has_a_name_that_is_read_back(size: tuple[int, int]) -> None:
    files, ranks = size
    names = [square_name(square, files) for square in range(files * ranks)]
    assert len(set(names)) == files * ranks
    assert [parse_square(name, size) for name in names] == list(range(files * ranks))


@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "a0", "a01", "a9", "i1", "A1", "a1 ", "a-1", "aa", "a\u00b2", "1a", "a1b"],
)
def test_what_names_no_square_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a square") as caught:
        parse_square(text, (8, 8))
    assert repr(text) in str(caught.value)


def test_a_size_in_the_place_of_the_files_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match=r"files is \(8, 8\): it is a number"):
        square_name(27, (8, 8))  # type: ignore[arg-type]
