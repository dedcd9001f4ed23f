"""The package: built as a wheel and as sources, installed without a connection, and played from."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import urllib.request
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from host.cli.parser import GROUPS
from host.cli.programs import PROGRAMS
from tests.support.hiding import hiding
from tests.support.package import ROOT, TOOLS, WHEELS, copy_sources, require_package_tools
from tests.support.running import DEADLINE_S

pytestmark = pytest.mark.e2e

OFFLINE = ("--no-index", "--find-links", WHEELS.as_uri(), "--quiet")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package; return the folder with both its files."""
    require_package_tools()
    folder = tmp_path_factory.mktemp("built")
    command = [str(TOOLS / "python"), "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Installation:
    """The package in a virtual environment of its own, which nobody may write to."""

    def __init__(self, folder: Path, package: Path) -> None:
        self.folder = folder / "Bücher & Spiele für 2"
        venv.create(self.folder)
        self._home = folder / "Anna Schmöker"
        self._home.mkdir()
        self._bin = self.folder / "bin"
        pip = [str(TOOLS / "python"), "-m", "pip", "--python", str(self._bin / "python"), "install"]
        done = subprocess.run(
            [*pip, *OFFLINE, f"kamisado-board[sim] @ {package.as_uri()}"],
            env=self._environment(PIP_CONFIG_FILE=os.devnull),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        (self.packages,) = self.folder.glob("lib/*/site-packages")
        for path in (self.packages, *self.packages.rglob("*")):
            path.chmod(path.stat().st_mode & ~0o222)

    def run(
        self, *words: str, program: str = "kamisado", typed: str = "", folder: Path | None = None
    ) -> str:
        """Run a program of the environment in a folder, an empty one if None; return its output."""
        done = subprocess.run(
            [str(self._bin / program), *words],
            cwd=self._home if folder is None else folder,
            env=self._environment(),
            input=typed,
            capture_output=True,
            text=True,
            timeout=3 * DEADLINE_S,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def started(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """Run the command until the block ends, in that folder."""
        command = [str(self._bin / "kamisado"), *words]
        environment = self._environment()
        with subprocess.Popen(
            command, cwd=self._home, env=environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def files(self) -> Mapping[Path, int]:
        """Return when each installed file was changed last."""
        return {path: path.stat().st_mtime_ns for path in self.packages.rglob("*")}

    def _environment(self, **more: str) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PIP_", "PYTHON", "KAMISADO_"))
        }
        nowhere = "http://127.0.0.1:9"  # whatever wants the internet does not get it
        home = {"HOME": str(self._home), "XDG_DATA_HOME": str(self._home)}
        return {**kept, **home, "http_proxy": nowhere, "https_proxy": nowhere, **more}


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Install the package from the wheel."""
    (wheel,) = built.glob("*.whl")
    return Installation(tmp_path_factory.mktemp("wheel"), wheel)


def test_an_index_takes_it(built: Path) -> None:
    files = [str(path) for path in built.iterdir()]
    assert len(files) == 2
    command = [str(TOOLS / "twine"), "check", "--strict", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_sources_are_installed_as_the_same_wheel_without_a_connection(
    built: Path, tmp_path: Path
) -> None:
    (sources,) = built.glob("*.tar.gz")
    command = [str(TOOLS / "python"), "-m", "pip", "wheel", *OFFLINE, "--no-deps"]
    done = subprocess.run(
        [*command, "--wheel-dir", str(tmp_path), str(sources)],
        env={**os.environ, "PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (ours,) = tmp_path.glob("*.whl")
    (wheel,) = built.glob("*.whl")
    assert _contents(ours) == _contents(wheel)


def _contents(wheel: Path) -> dict[str, int]:
    """Return the checksums of the files in a wheel, by their names."""
    with zipfile.ZipFile(wheel) as file:
        return {one.filename: one.CRC for one in file.infolist()}


def test_the_container_is_built_from_the_files_that_it_is_given(
    built: Path, tmp_path: Path
) -> None:
    """Build what the Dockerfile installs from its context; no builder of containers is needed."""
    lint = [str(TOOLS / "hadolint"), str(ROOT / "Dockerfile")]
    done = subprocess.run(lint, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    copy_sources(tmp_path / "context")
    command = [str(TOOLS / "python"), "-m", "build", "--no-isolation", "--wheel"]
    command += ["--outdir", str(tmp_path), str(tmp_path / "context")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (ours,) = tmp_path.glob("*.whl")
    (wheel,) = built.glob("*.whl")
    assert zipfile.ZipFile(ours).namelist() == zipfile.ZipFile(wheel).namelist()


def test_nothing_but_two_packages_and_the_plugin_is_at_the_top_and_every_module_is_there(
    built: Path,
) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "host",
        "simulator",
        "pytest_kamisado.py",
    }
    listed = subprocess.run(
        ["git", "ls-files", "host", "simulator"], cwd=ROOT, capture_output=True, check=True
    )
    assert set(listed.stdout.decode().split()) - names == {"simulator/testing/plugin.py"}


def test_the_description_has_no_link_that_leads_nowhere(built: Path) -> None:
    """With an address of the sources links are absolute: test_release.py."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith("/METADATA"))
        text = file.read(name).decode()
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert "![" not in text
    assert "Project-URL" not in text
    assert ".example" not in text


def test_the_description_names_only_what_is_installed(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith("/METADATA"))
        text = file.read(name).decode().partition("\n\n")[2]
    commands = set(re.findall(r"(?:^|`)(?:py |\./)?kamisado ([a-z]+)", text, re.MULTILINE))
    installed = {*(name for names in GROUPS.values() for name in names), *PROGRAMS, "help"}
    assert {"play", "help"} <= commands <= installed
    assert "./kamisado" not in text
    assert "checkout -->" not in text
    assert text.startswith("# The Kamisado board\n")
    assert "## Play\n" in text


def test_a_round_is_played_on_the_virtual_board(installed: Installation) -> None:
    before = installed.files()
    output = installed.run("demo", "--terminal", "--rate", "8")
    assert "White's blue tower reached Black's home row on e8 (M7)." in output
    assert installed.files() == before, "it has written into its own folder"


def test_modules_in_the_folder_in_which_it_is_started_are_not_run(
    installed: Installation, tmp_path: Path
) -> None:
    output = installed.run("demo", "--terminal", "--rate", "8", folder=hiding(tmp_path))
    assert "White's blue tower reached Black's home row on e8 (M7)." in output


def test_the_solver_runs_its_kernel(installed: Installation) -> None:
    program = "from host.ai.kernel.kernel import load_module; print(load_module() is not None)"
    assert installed.run("-c", program, program="python") == "True\n"


def test_all_commands_that_need_no_checkout_are_there(installed: Installation) -> None:
    overview = installed.run("help")
    commands = re.findall(r"^  ([a-z]+)", overview, re.MULTILINE)
    assert {"play", "flash", "simulate", "soak", "engine", "solve"} <= set(commands)
    assert not {"test", "bench"} & set(commands), "they need a checkout"
    assert "`kamisado COMMAND --help`" in overview
    sentences = "from host.message import catalogue; print(*catalogue('en').values())"
    told = installed.run("-c", sentences, program="python")
    assert "kamisado flash" in told
    assert "./kamisado" not in told, "there is no launcher"
    for command in commands:
        assert f"usage: kamisado {command}" in installed.run(command, "--help")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "startpos", "--json", "--time", "1"], '"value": "win"'),
        (["legal", "startpos"], "d8d4"),
        (["perft", "startpos", "2"], "1150 at depth 2"),
        (["rules", "M8"], "M8"),
        (["engine"], ""),
        (["doctor", "--board", "virtual"], "The board works"),
        (["matches"], "No matches are saved yet."),
        (["position", "startpos"], "<svg"),
        (["games"], "kamisado-marathon"),
        (["check", "startpos"], "Nothing is wrong"),
        (["openings"], "16 of 102 first moves are winning"),
        (["puzzles", "--grade", "1"], "grade"),
        (["tournament", "--levels", "1-2", "--games", "2"], "Elo"),
        (["puzzle", "--terminal"], "Only one move leads to a win"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_run(installed: Installation, words: list[str], said: str) -> None:
    assert said in installed.run(*words)


def test_a_match_is_played_saved_and_gone_on_with(installed: Installation) -> None:
    data, typed = ("--data", "m.sqlite"), ("--terminal", "--board", "virtual")
    installed.run("play", *typed, *data, "--trace", "t.jsonl", typed="d8d4\na1c3\nquit\n")
    assert "as recorded" in installed.run("trace", "replay", "t.jsonl")
    assert "1/2" in installed.run("matches", *data)
    record = installed.run("record", "1", *data, "--form", "coordinates")
    assert "d8d4" in record
    assert "a1c3" in installed.run("replay", "-", "--form", "coordinates", typed=record)
    assert "c3" in installed.run("review", "1", *data, "--time", "500")
    assert "Match 1, 2 plies." in installed.run("resume", *data, *typed, typed="quit\n")


def test_the_page_and_all_that_it_names_are_served(installed: Installation) -> None:
    words = ("play", "--board", "virtual", "--no-browser", "--listen", "127.0.0.1:0")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with installed.started(*words) as process:
        assert process.stdout is not None
        found = re.search(r"http://[^/]*/", process.stdout.readline())
        assert found is not None
        with opener.open(found[0]) as page:
            text = page.read().decode()
        names = re.findall(r'(?:src|href)="/?([^"#:]+)"', text)
        assert len(names) > 3
        for name in names:
            with opener.open(found[0] + name) as file:
                assert file.read()
        process.terminate()
        assert process.wait(DEADLINE_S) == 128 + signal.SIGTERM


def test_a_virtual_board_is_offered_to_other_programs(installed: Installation) -> None:
    with installed.started("simulate", "--listen", "socket://127.0.0.1:0") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("port socket://127.0.0.1:")
        process.terminate()
        assert process.wait(DEADLINE_S) == 0


def test_the_modelled_hands_play(installed: Installation) -> None:
    assert "on the board in" in installed.run("soak", "--games", "1", "--pure")


def test_the_firmware_comes_with_it(installed: Installation, tmp_path: Path) -> None:
    drive = tmp_path / "CIRCUITPY"
    drive.mkdir()
    (drive / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\n"
        "Board ID:raspberry_pi_pico\nUID:E6614C311B7A8C2D\n",
        encoding="utf-8",
    )
    said = installed.run("flash", str(drive), "--yes")
    assert "pip install --no-deps adafruit-circuitpython-neopixel" in said
    ours = {path.relative_to(ROOT / "firmware") for path in (ROOT / "firmware").rglob("*.py")}
    assert ours <= {path.relative_to(drive) for path in drive.rglob("*.py")}


PAGE = (ROOT / "docs" / "testing-with-the-simulator.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the examples of the page on tests, in one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


OF_THEIR_NAME = {
    # Their own tests run, and it says why ours do not.
    "package": ("1 passed, 1 error", "need its package '{name}', which a file or folder"),
    # Both are there.
    "folder": ("2 passed",),
}
"""Message in a project that has the name of a package of ours."""


def test_tests_of_others_use_its_fixtures(built: Path, tmp_path: Path) -> None:
    """Run the steps of the page's workflow in an empty folder, without this project in sight."""
    folder = tmp_path / "their project"
    folder.mkdir()
    for number, block in enumerate(blocks("python")):
        (folder / f"test_{number}.py").write_text(block, encoding="utf-8")
    venv.create(tmp_path / "env", with_pip=True)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))
    }
    environment |= {
        "PATH": f"{tmp_path / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": f"{WHEELS.as_uri()} {built.as_uri()}",
    }
    (workflow,) = blocks("yaml")
    steps = re.findall(r"^ +- run: (.*)$", workflow, re.MULTILINE)
    for step in steps:
        done = subprocess.run(
            step,
            shell=True,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
    for name in ("simulator", "host"):
        for kind, expected in OF_THEIR_NAME.items():
            other = tmp_path / f"their {kind} {name}"
            (other / name).mkdir(parents=True)
            (other / name / "theirs.py").touch()
            if kind == "package":
                (other / name / "__init__.py").touch()
            (other / "test_theirs.py").write_text(
                f"def test_own():\n    import {name}.theirs\n\n\n"
                "def test_board(kamisado_board):\n    pass\n"
            )
            done = subprocess.run(
                ["python", "-m", "pytest"],
                cwd=other,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            for sentence in expected:
                assert sentence.format(name=name) in done.stdout, done.stdout
