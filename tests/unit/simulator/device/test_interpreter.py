"""The interpreter of the firmware where MicroPython does not run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simulator.device import interpreter
from simulator.resources import CIRCUITPYTHON
from tests.support.require import require


def test_a_folder_in_which_micropython_does_not_start_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(interpreter.find_micropython() is not None, "MicroPython is missing")
    deep = tmp_path / ("d" * 200) / ("e" * 200)
    copied = shutil.copytree(CIRCUITPYTHON, deep / "circuitpython")
    harmless = copied / interpreter._HARMLESS.relative_to(CIRCUITPYTHON)
    monkeypatch.setattr(interpreter, "_HARMLESS", harmless)
    assert interpreter.find_micropython() is None


def test_a_script_that_names_no_interpreter_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As pip's, in a folder with a quotation mark in its name."""
    broken = tmp_path / "micropython"
    broken.write_text("#!/bin/sh\nexec '/no/such/folder/micropython' \"$@\"\n")
    broken.chmod(0o755)
    monkeypatch.setattr(interpreter.sys, "executable", str(tmp_path / "python"))
    assert interpreter.find_micropython() is None
