"""The firmware, type-checked against CircuitPython's stubs."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from kamiboard import config

ROOT = Path(__file__).parents[3]
BOARDS = Path(sysconfig.get_path("purelib")) / "board_definitions"
BREAKAGES = {
    # file, correct code, code that fails on a board, error message of mypy
    "a port that may be None": (
        *("device.py", "    if port is None:", "    if config.FILES == 99:"),
        'Item "None" of "Serial | None" has no attribute "timeout"',
    ),
    "a clock of MicroPython's": (
        *(
            "device.py",
            "        now_ms = supervisor.ticks_ms()",
            "        now_ms = time.ticks_ms()",
        ),
        'Module has no attribute "ticks_ms"',
    ),
    "another unit": (
        *("device.py", "delay_us(config.LED_POWER_MS * 1000)", "delay_us(config.LED_POWER_MS / 1)"),
        'Argument 1 to "delay_us" has incompatible type "float"; expected "int"',
    ),
    "a method that is not there": (
        *("console.py", "console.write(", "console.print("),
        '"Serial" has no attribute "print"',
    ),
}


@pytest.mark.parametrize(
    "board", ["raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2"]
)
def test_every_pin_of_the_build_is_a_pin_of_the_boards_that_fit(board: str) -> None:
    stub = ast.parse((BOARDS / board / "__init__.pyi").read_text("utf-8"))
    pins = {
        node.target.id: ast.unparse(node.annotation)
        for node in stub.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for use, name in config.PINS.items():
        assert pins.get(name) == "microcontroller.Pin", f"{board} has no {name}, which is {use}"


@pytest.mark.slow
def test_mypy_finds_what_circuitpython_would_refuse(tmp_path: Path) -> None:
    """`mypy firmware` passes, and these changes would make it fail."""
    firmware = shutil.copytree(
        ROOT / "firmware", tmp_path / "firmware", ignore=shutil.ignore_patterns("*cache*")
    )
    for file, right, wrong, _ in BREAKAGES.values():
        path = firmware / "kamiboard" / file
        text = path.read_text("utf-8")
        assert text.count(right) == 1, right
        path.write_text(text.replace(right, wrong), "utf-8")
    config_file = str(ROOT / "pyproject.toml")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", config_file, str(firmware)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=240,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    for what, (*_, complaint) in BREAKAGES.items():
        assert complaint in run.stdout, f"{what}: {run.stdout}"
