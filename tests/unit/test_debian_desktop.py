"""The Debian package on a desktop: its entry in the menu, and what software centres are told."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from host.cli.parser import parser
from tests.support.require import require
from tests.unit.test_checks import script

SOURCE = Path(__file__).resolve().parents[2] / "packaging" / "debian"


def entry() -> dict[str, str]:
    """Return the fields of the desktop entry."""
    read = ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(SOURCE / "kamisado.desktop", encoding="utf-8")
    return dict(read["Desktop Entry"])


def test_the_menu_starts_a_command_of_the_program_with_its_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = script("debian", monkeypatch).FILES
    program, *arguments = entry()["Exec"].split()
    assert f"usr/bin/{program}" in files.values()
    assert parser().parse_args(arguments).command == "play"
    icons = {Path(place).stem for place in files.values() if "/icons/" in place}
    assert icons == {entry()["Icon"]}
    assert all((SOURCE / name).is_file() for name in files)


def test_software_centres_are_told_of_that_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    files = script("debian", monkeypatch).FILES
    told = ElementTree.parse(SOURCE / "metainfo.xml").getroot()
    assert files["metainfo.xml"].endswith(f"/{told.findtext('id')}.metainfo.xml")
    assert files["kamisado.desktop"].endswith(f"/{told.findtext('launchable')}")
    project = (SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    licence = re.search(r'^license = "(.*)"$', project, re.MULTILINE)
    assert licence is not None
    assert told.findtext("project_license") == licence[1]


def test_the_tools_of_desktops_find_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    debian = script("debian", monkeypatch)
    sources = {place: SOURCE / name for name, place in debian.FILES.items()}
    for place, *command in debian.VALIDATORS:
        require(shutil.which(command[0]) is not None, f"{command[0]}: .ci/provision debian")
        done = subprocess.run(
            [*command, str(sources[place])], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_who_builds_it_is_its_maintainer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DEBFULLNAME", "DEBEMAIL"):
        monkeypatch.delenv(name, raising=False)
    assert "@localhost>" in script("debian", monkeypatch).MAINTAINER
    monkeypatch.setenv("DEBFULLNAME", "Anna")
    monkeypatch.setenv("DEBEMAIL", "anna@club.example")
    assert script("debian", monkeypatch).MAINTAINER == "Anna <anna@club.example>"
