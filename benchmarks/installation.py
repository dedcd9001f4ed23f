"""`kamisado bench --installation`: the package in an empty environment, to the page and to a test.

Figures: from nothing to an installed package, from there to the page at the first start and at
later ones, and the fixtures of pytest.  Needs what builds the package and its dependencies
(`.ci/provision package`); nothing is fetched.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

from benchmarks.figures import save
from host.cli.options import Echo

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "build" / "package" / "bin"
WHEELS = ROOT / "build" / "wheels"
STARTS = 5
DEADLINE_S = 60.0
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+/)")
TEST = """
def test_a_lifted_tower_lights_its_squares(kamisado_board, kamisado_host):
    kamisado_board.lift("d8")
    kamisado_board.wait(200)
    assert kamisado_host.lights["d4"] == "legal"
"""


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Measure; return the exit status.

    Raises:
        ValueError: what builds the package is not here.
    """
    if not (TOOLS.parent / "installed").exists():
        raise ValueError("nothing builds packages here: .ci/provision package")
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    echo(f"{'step':<28} {'median':>6}     (fastest to slowest)")
    for name, seconds in figures.items():
        median = statistics.median(seconds)
        echo(f"{name:<28} {median:6.2f} s   ({min(seconds):.2f} to {max(seconds):.2f} s)")
    return save(figures, options.output, echo)


def measure(folder: Path, starts: int = STARTS) -> dict[str, list[float]]:
    """Return the seconds of each step.

    Args:
        starts: of the program, and of a test, after the first.
    """
    built, environment = folder / "built", folder / "environment"
    _run(
        [str(TOOLS / "python"), "-m", "build", "--wheel", "--no-isolation", "--outdir", str(built)]
    )
    (wheel,) = built.glob("*.whl")
    begin = time.perf_counter()
    venv.create(environment)
    created = time.perf_counter()
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(TOOLS / "python"), "-m", "pip", "--python", str(python), "install", "--quiet"]
    offline = ["--no-index", "--find-links", WHEELS.as_uri()]
    _run([*pip, *offline, f"kamisado-board[sim] @ {wheel.as_uri()}"])
    installed = time.perf_counter()
    first = start_s(python, folder)
    later = [start_s(python, folder) for _ in range(starts)]
    _run([*pip, *offline, "pytest"])
    return {
        "environment": [created - begin],
        "install": [installed - created],
        "first start to the page": [first],
        "later start to the page": later,
        "fixtures of a test": [fixtures_s(python, folder) for _ in range(starts)],
    }


def start_s(python: Path, home: Path) -> float:
    """Return the time from the command to the page on a virtual board."""
    begin = time.perf_counter()
    command = ["-m", "host", "play", "--board", "virtual", "--no-browser"]
    with subprocess.Popen(
        [str(python), *command, "--listen", "127.0.0.1:0"],
        cwd=home,
        env=_environment(home),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = ADDRESS.search(process.stdout.readline())
            if found is None:
                raise ValueError("the installed program prints no address")
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(found[1], timeout=DEADLINE_S) as page:
                page.read()
            return time.perf_counter() - begin
        finally:
            process.terminate()


def fixtures_s(python: Path, home: Path) -> float:
    """Return the time that the fixtures of a test take to be there."""
    tests = home / "tests"
    tests.mkdir(exist_ok=True)
    (tests / "test_board.py").write_text(TEST, encoding="utf-8")
    command = ["-m", "pytest", "--durations=0", "--durations-min=0", "-vv"]
    done = subprocess.run(
        [str(python), *command],
        cwd=tests,
        env=_environment(home),
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^([\d.]+)s setup ", done.stdout, re.MULTILINE)
    if done.returncode or not found:
        raise ValueError(f"the test fails:\n{done.stdout}{done.stderr}")
    return sum(map(float, found))


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of somebody who knows nothing of this checkout."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home)}


def _run(command: list[str]) -> None:
    """Run a command.

    Raises:
        ValueError: it fails; the message has its output.
    """
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{' '.join(command[:4])} fails:\n{done.stdout}{done.stderr}")
