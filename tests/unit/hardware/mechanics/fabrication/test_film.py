"""The film with the coloured squares."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.mechanics.design.dimensions import load
from hardware.mechanics.fabrication import film

SIZES = load(8)


def test_the_film_has_kamisado_s_colours_in_the_middle_of_each_square(tmp_path: Path) -> None:
    drawn = film.svg(SIZES)
    tints = film.tints()
    fields = re.findall(r'translate\(([\d.]+) ([\d.]+)\)"><rect [^>]*fill="(#\w+)"', drawn)
    assert len(fields) == 64
    drawn_fields = {(float(x), float(y)): paint for x, y, paint in fields}
    assert drawn_fields[20.0, 300.0] == tints["brown"][0]  # a1, lower left
    assert drawn_fields[140.0, 300.0] == tints["yellow"][0]  # d1
    assert drawn_fields[300.0, 20.0] == tints["brown"][0]  # h8
    assert len(set(tints.values())) == 8
    assert drawn.count('fill-opacity="0.5"') == 64
    plain = tmp_path / "tiles.css"
    plain.write_text(film.STYLE.read_text("utf-8").replace(".c-pink {", ".c-rose {"))
    with pytest.raises(ValueError, match=r"tiles\.css has no tint and sign for 'pink'"):
        film.tints(plain)
    with pytest.raises(ValueError, match="8 squares on a side, not 9"):
        film.svg(load(9))
