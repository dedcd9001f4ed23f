"""The same experiments under CircuitPython itself and under the stand-ins for its modules.

`experiments/` holds transcripts of CircuitPython 10.0.0 on a Pico, as of a session at its console;
`...` stands for what depends on interpreter or place.  With an image of CircuitPython, as for
`test_circuitpython.py`, they run on it, otherwise under the stand-ins.
"""

from __future__ import annotations

import ast
import os
from doctest import ELLIPSIS, DocTestParser, Example, OutputChecker
from pathlib import Path

import pytest

from tests.unit.simulator.circuitpython.program import LAST_LINE, RUNTIMES, running

EXPERIMENTS = Path(__file__).parent / "experiments"
NAMES = sorted(path.stem for path in EXPERIMENTS.glob("*.txt"))
OPTIONS = {"keypad": ("--build", "switches")}
PLACES = ("circuitpython",) if "KAMISADO_UF2" in os.environ else RUNTIMES
BOOT = """
import supervisor, usb_cdc
usb_cdc.enable(console=True, data=True)
supervisor.status_bar.console = False
"""
END = "-- end of an experiment --"
STEP_MS, LONGEST_MS = 200, 20_000


def examples(name: str) -> list[Example]:
    """Return the experiments of a transcript."""
    return DocTestParser().get_examples((EXPERIMENTS / f"{name}.txt").read_text("utf-8"))


def program(experiments: list[Example]) -> str:
    """Return a program that carries out experiments as a console would."""
    text = "import time\ntime.sleep(0.5)  # until the console is open, which would lose lines\n"
    for example in experiments:
        text += "try:\n"
        for line in _statements(example.source).splitlines():
            text += f"    {line}\n"
        text += "except Exception as error:\n"
        text += "    print('%s: %s' % (type(error).__name__, error))\n"
        text += f"print({END!r})\n"
    return text


def _statements(source: str) -> str:
    try:
        ast.parse(source, mode="eval")
    except SyntaxError:
        return source
    return f"_ = {source}\nif _ is not None:\n    print(repr(_))"


def said(folder: Path, text: str, place: str, *options: str) -> list[str]:
    """Run a program, and return what each of its experiments prints."""
    runtime = place
    if place not in RUNTIMES:
        image = Path(os.environ["KAMISADO_UF2"]).expanduser().resolve()
        runtime, options = "auto", (*options, "--uf2", str(image))
    with running(folder, text, runtime, *options, boot=BOOT) as board:
        console = ""
        for _ in range(LONGEST_MS // STEP_MS):
            board.step(STEP_MS)
            told = [str(event["text"]) for event in board.events if event["event"] == "console"]
            console = "".join(told).replace("\r\n", "\n")
            if LAST_LINE in console:
                break
    return console.split(f"{END}\n")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", PLACES)
def test_circuitpython_and_its_stand_ins_agree(tmp_path: Path, name: str, place: str) -> None:
    experiments = examples(name)
    got = said(tmp_path, program(experiments), place, *OPTIONS.get(name, ()))
    assert len(got) == len(experiments) + 1, got[-1]
    checker = OutputChecker()
    wrong = [
        f"line {example.lineno + 1}: {example.source}wanted {example.want}got    {told}"
        for example, told in zip(experiments, got, strict=False)
        if not checker.check_output(example.want, told, ELLIPSIS)
    ]
    assert wrong == [], "\n".join(["", *wrong])


@pytest.mark.parametrize("place", PLACES)
def test_an_experiment_that_turns_out_otherwise_is_noticed(tmp_path: Path, place: str) -> None:
    experiments = DocTestParser().get_examples(">>> 1 / 0\n1\n>>> 2\n2\n>>> raise OSError('x')\n")
    first, second, third, _ = said(tmp_path, program(experiments), place)
    assert first.startswith("ZeroDivisionError: ")
    assert (second, third) == ("2\n", "OSError: x\n")
