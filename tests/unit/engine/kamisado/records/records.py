"""Records of the tests: a short one, and a long match in three forms."""

from __future__ import annotations

from pathlib import Path

from host.engine.kamisado.records.record import Form

RECORDS = Path(__file__).parents[4] / "data" / "records"
"""One long match of nine rounds in three forms, with passes, pushes and a deadlock at its end."""

GLYPHS = """\
game: kamisado-single
form: glyphs

round 1, 0:0
black: o b p k y r g n
white: N G R Y K P B O
  1. K↑4N | N↗2N
  2. N↑3Y | Y↗3P
  3. P↑2O | O↑1R
"""


def long_match(form: Form) -> str:
    """Return the record of the long match in a form."""
    return (RECORDS / f"long_match_{form.value}.txt").read_text(encoding="utf-8")
