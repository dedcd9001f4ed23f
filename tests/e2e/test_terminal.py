"""The terminal: what is asked for there while a game is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host.ai.analysis.puzzle import puzzles
from host.storage.store import open_to_read
from tests.support.running import DEADLINE_S

pytestmark = pytest.mark.e2e


def espeak_stand_in(folder: Path) -> Path:
    """Put a program in the place of espeak-ng that writes what it is to say; return the file."""
    written = folder / "spoken"
    program = folder / "espeak-ng"
    program.write_text(f"#!/bin/sh\ncat >>'{written}'\n")
    program.chmod(0o755)
    return written


def test_hints_proven_values_and_puzzles_are_had_in_the_terminal(tmp_path: Path) -> None:
    position = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
    data = str(tmp_path / "matches.sqlite")
    command = ("play", "--board", "virtual", "--terminal", "--data", data, "--position", position)
    spoken, puzzle = espeak_stand_in(tmp_path), puzzles()[2]
    process = subprocess.Popen(
        [sys.executable, "-m", "host", *command, "--speak"],
        env=os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    watchdog = threading.Timer(DEADLINE_S, process.kill)
    watchdog.start()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        for typed, answer in (
            ("what f2", r"f2 pink: White's blue tower\."),
            ("where white blue", r"White's blue tower: f2\."),
            ("hint", r"Hint: blue from f2 to (e3|d4|c5), \w+\. It is winning\."),
            ("help proven", r"Help: who wins is shown\."),
            ("puzzle 3", r"Puzzle 3 of 60, grade 1\."),
            (puzzle.solution, "Solved: "),
            ("leave", r"White to move: the blue tower on f2\."),
        ):
            process.stdin.write(f"{typed}\n")
            process.stdin.flush()
            for printed in process.stdout:
                if re.search(answer, printed):
                    break
            else:
                pytest.fail(f"{answer!r} was never printed after {typed!r}")
        process.stdin.write("quit\n")
        process.stdin.close()
        assert process.wait(DEADLINE_S) == 0
        said = spoken.read_text()
        assert "White to move: the blue tower on f2." in said
        with open_to_read(Path(data)) as store:
            assert store.solved_puzzles() == {puzzle.position}
        assert "f2 pink: White's blue tower." in said, "what is asked for is said as well"
    finally:
        watchdog.cancel()
        process.kill()
        process.stdout.close()
        process.wait()
