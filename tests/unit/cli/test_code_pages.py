"""Every command on outputs whose code page lacks letters: none ends for that."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from host.cli.main import main
from host.cli.parser import GROUPS
from host.message import languages
from host.remote.tournament_file import TournamentFile
from tests.unit.message.test_plain_text import CODE_PAGES

ROOT = Path(__file__).resolve().parents[3]
ROUND = ROOT / "host" / "data" / "recorded_round.txt"
NAMES = ("Őri Ágnes", "Ștefan Țară", "Łukasz Żak", "Юлия Щукина", "李", "Zoë")

HELP: Sequence[Sequence[str]] = (
    ("help",),
    ("pairings", "result", "--help"),
    *((name, "--help") for names in GROUPS.values() for name in names),
)
COMMANDS: Sequence[Sequence[str]] = (
    ("games",),
    ("rules",),
    ("openings",),
    ("puzzles",),
    ("legal", "startpos"),
    ("position", "startpos"),
    ("check", str(ROUND)),
    ("perft", "1"),
    ("Ősz",),
    ("legal", "Ő/8"),
    ("check", "Ő\udcff.txt"),
    ("broker", "list", "--folder", "Ő\udcff"),
)
"""Commands that say something at once, without a board."""


class Output:
    """The standard output and error of a code page.

    Attributes:
        text: that was written.
    """

    def __init__(self, patch: pytest.MonkeyPatch, page: str) -> None:
        self._page = page
        self._streams = [io.TextIOWrapper(io.BytesIO(), page) for _ in range(2)]
        for name, stream in zip(("stdout", "stderr"), self._streams, strict=True):
            patch.setattr(sys, name, stream)

    def run(self, *words: str) -> int:
        """Run a command; return its exit status."""
        try:
            return main(words)
        except SystemExit as end:
            return int(end.code or 0)

    @property
    def text(self) -> str:
        for stream in self._streams:
            stream.flush()
        written = [stream.buffer.getvalue() for stream in self._streams]  # type: ignore[attr-defined]
        return b"".join(written).decode(self._page)


def check(output: Output, *words: str) -> None:
    """Check that a command has something to say, and that no letter has ended it."""
    assert output.run(*words) in (0, 1, 2)
    assert output.text.strip(), words
    assert "codec" not in output.text, words


@pytest.mark.parametrize("page", CODE_PAGES)
def test_every_command_says_all_it_has_to_say(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in COMMANDS:
        check(Output(monkeypatch, page), *words)


@pytest.mark.slow
def test_every_command_tells_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in HELP:
        check(Output(monkeypatch, "ascii"), *words)


REFUSED: Sequence[Sequence[str]] = (
    ("club", "mqtt://Ő Ő"),
    ("join", "Ж"),
    ("replay", "Ж"),
    ("resume", "--data", "/nowhere/Ж"),
)
"""Commands with a language that cannot go on."""


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_language_is_spoken_on_every_code_page(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in CODE_PAGES:
        output = Output(monkeypatch, page)
        assert output.run("replay", str(ROUND), "--text", "--language", language) == 0
        assert len(output.text.splitlines()) > 20
        for command, *words in REFUSED:
            check(Output(monkeypatch, page), command, *words, "--language", language)


@pytest.mark.parametrize("page", CODE_PAGES)
def test_a_tournament_is_kept_and_told(
    page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = str(tmp_path / "Ősz.json")
    output = Output(monkeypatch, page)
    assert output.run("pairings", "new", file) == 0
    assert output.run("pairings", "add", file, *NAMES) == 0
    assert output.run("pairings", "pair", file) == 0
    assert output.run("pairings", "result", file, "table-1", "draw") == 0
    assert output.run("pairings", "withdraw", file, NAMES[0]) == 0
    for command in ("show", "confirm", "standings"):
        assert output.run("pairings", command, file) == 0
    assert output.run("pairings", "pair", file) == 2, "two results are missing"
    assert "round 1 of 5" in output.text
    assert "PYTHONUTF8=1 writes them all" in output.text, "as it goes into a file"
    assert "codec" not in output.text


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows names its code pages itself")
@pytest.mark.parametrize("module", ["host", "simulator", "soak", "benchmarks", "browser", "tests"])
def test_every_program_starts_on_a_code_page(module: str) -> None:
    words = ["--help"] if module != "tests" else ["--version"]
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_told_after_the_work_was_done(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    for words in (("new",), ("add", "Ő", "B"), ("pair",)):
        command, *rest = words
        with open("/dev/full" if command == "pair" else os.devnull, "w") as output:
            done = subprocess.run(
                [sys.executable, "-m", "host", "pairings", command, str(file), *rest],
                cwd=ROOT,
                env={**os.environ, "PYTHONIOENCODING": "cp1252"},
                stdout=output,
                stderr=subprocess.PIPE,
                check=False,
            )
    assert done.returncode == 1
    assert done.stderr == b"kamisado: the output cannot be written: No space left on device\n"
    assert len(TournamentFile(file).read().rounds) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no such names")
def test_names_that_are_no_text_are_quoted(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host", "pairings", "new", os.fsencode(tmp_path) + b"/a\xff.json"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    told = done.stdout + done.stderr
    assert b"\\xff" in told or b"\\udcff" in told
    assert done.returncode in (0, 2)
    assert b"Traceback" not in told


def test_an_input_that_is_no_text_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"p\xe1ssword-1234\n"), "utf-8"))
    assert main(["broker", "add", "anna", "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("kamisado: The input is not text in utf-8.")


@pytest.mark.slow
def test_a_reader_of_the_output_that_has_seen_enough_ends_it_without_a_word() -> None:
    if not hasattr(os, "fork"):
        pytest.skip("Windows has other pipes")
    program = "import os, sys; os.close(sys.stdin.fileno())"
    reader = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE)
    assert reader.stdin is not None
    reader.wait()
    for streams in ({"stdout": reader.stdin}, {"stdout": reader.stdin, "stderr": reader.stdin}):
        done = subprocess.run(
            [sys.executable, "-m", "host", "games"], cwd=ROOT, check=False, **streams
        )
        assert done.returncode == 1
    reader.stdin.close()
