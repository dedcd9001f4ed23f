"""Command line of the tests, `python -m tests`: what it has pytest run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.__main__ import main


@pytest.mark.parametrize("image", ["own.uf2", ""])
def test_only_the_tests_of_the_emulated_chip_run_on_an_image(
    monkeypatch: pytest.MonkeyPatch, image: str
) -> None:
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
    named = [word for word in asked[0] if word.startswith("tests/")]
    assert all(Path(word).exists() for word in named)
    assert "tests/uf2" in named
    assert ("tests/e2e/test_round.py" in named) is bool(image)
    assert asked[0][-1] == "-x"
    assert asked[1] == ["tests/unit"]
