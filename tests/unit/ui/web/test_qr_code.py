"""QR codes: the path draws the modules of the code, in their places."""

from __future__ import annotations

import re

import segno

from host.ui.web.qr_code import QUIET_ZONE, qr_code, qr_text

URL = "http://192.168.1.7:8765/#2HFdIEYAXAXFeB_YYnHUfg"
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def test_the_path_draws_the_dark_modules_and_nothing_else() -> None:
    code = qr_code(URL)
    drawn = set()
    for x, y, length, back in RUN.findall(code["path"]):
        assert length == back
        drawn |= {(int(x) + at, int(y)) for at in range(int(length))}
    assert "".join(match.group() for match in RUN.finditer(code["path"])) == code["path"]
    matrix = segno.make_qr(URL, error="m").matrix
    assert code["size"] == len(matrix) + 2 * QUIET_ZONE
    assert drawn == {
        (x + QUIET_ZONE, y + QUIET_ZONE)
        for y, row in enumerate(matrix)
        for x, dark in enumerate(row)
        if dark
    }


def test_the_lines_of_a_terminal_show_the_modules_with_a_light_border() -> None:
    lines = qr_text(URL).split("\n")
    shown: list[list[int]] = []
    for line in lines:
        halves = ["█▀▄ ".index(character) for character in line]
        shown += [[half >> 1 for half in halves], [half & 1 for half in halves]]
    expected = [list(row) for row in segno.make_qr(URL, error="l").matrix_iter(border=2)]
    assert shown[: len(expected)] == expected
    assert all(map(all, shown[len(expected) :])), "what is left of the last line is dark"
    assert len(lines[0]) <= 60, "it fits a terminal"
