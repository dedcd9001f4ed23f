"""Command line of the tests, `python -m tests`: what it has pytest run."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from tests.__main__ import main
from tests.uf2.image.build import uf2


@pytest.mark.parametrize("named", [True, False])
def test_only_the_tests_of_the_emulated_chip_run_on_an_image(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: bool
) -> None:
    # The first block ends within the name.
    (tmp_path / "own.uf2").write_bytes(uf2(bytes(250) + b"CircuitPython CDC data"))
    image = str(tmp_path / "own.uf2") if named else ""
    asked: list[list[str]] = []
    images: list[str | None] = []

    def run(arguments: list[str]) -> int:
        asked.append(arguments)
        images.append(os.environ.get("KAMISADO_UF2"))
        return 0

    monkeypatch.setattr(pytest, "main", run)
    for arguments in (["--uf2", "-x"], ["tests/unit"], ["--all"]):
        monkeypatch.setenv("KAMISADO_UF2", image)
        assert main(arguments) == 0
    assert images == [image, None, None]
    asked_for = [word for word in asked[0] if word.startswith("tests/")]
    assert all(Path(word).exists() for word in asked_for)
    assert "tests/uf2" in asked_for
    assert ("tests/e2e/test_round.py" in asked_for) is named
    assert asked[0][-1] == "-x"
    assert asked[1] == ["tests/unit"]


def for_another_chip(image: bytes) -> bytes:
    """Return an image with the family of the RP2350 in its only block."""
    changed = bytearray(image)
    struct.pack_into("<I", changed, 28, 0xE48BFF59)
    return bytes(changed)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "it cannot be read (No such file or directory)"),
        (b"MZ", "it is no UF2 image: its length is no multiple of 512"),
        (for_another_chip(uf2(b"CircuitPython")), "it is for another chip"),
        (uf2(b"MicroPython v1.26"), "it is an image for the RP2040, but not CircuitPython"),
    ],
    ids=["missing", "no image", "Pico 2", "MicroPython"],
)
def test_a_wrong_image_is_refused_before_any_test(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: bytes | None,
    why: str,
) -> None:
    path = tmp_path / "wrong.uf2"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("KAMISADO_UF2", str(path))
    monkeypatch.setattr(pytest, "main", lambda _: pytest.fail("tests were started"))
    assert main(["--uf2"]) == 4
    said = capsys.readouterr().err
    assert f"KAMISADO_UF2={path}: " in said
    assert why in said
    assert "circuitpython.org/board/raspberry_pi_pico" in said
