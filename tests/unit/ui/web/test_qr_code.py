"""QR codes: the path draws the modules of the code, in their places."""

from __future__ import annotations

import re

import segno

from host.ui.web.qr_code import QUIET_ZONE, qr_code

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
