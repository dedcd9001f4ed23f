"""The lock files of requirements/ hold what pyproject.toml asks for, each file with its hash."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeAlias

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = {file.stem: file for file in sorted((ROOT / "requirements").glob("*.txt"))}
EXTRAS = PROJECT["project"]["optional-dependencies"]
DIRECT = {
    "play": PROJECT["project"]["dependencies"],
    "test": PROJECT["project"]["dependencies"]
    + EXTRAS["test"]
    + EXTRAS["docs"]
    + EXTRAS["appliance"]
    + EXTRAS["cluster"],
    "appliance": PROJECT["project"]["dependencies"] + EXTRAS["appliance"],
    "cluster": PROJECT["project"]["dependencies"] + EXTRAS["cluster"],
    "pictures": PROJECT["project"]["dependencies"] + EXTRAS["pictures"],
    "hardware": PROJECT["project"]["dependencies"] + EXTRAS["hardware"],
    **PROJECT["dependency-groups"],
    "lowest": PROJECT["project"]["dependencies"] + EXTRAS["test"],
}
"""Requirements that each lock file was made from."""

Pins: TypeAlias = dict[str, set[Version]]
RENEW = "run .ci/lock"


def entries(name: str) -> list[str]:
    """Entries of a lock file, each on one line."""
    text = LOCKS[name].read_text(encoding="utf-8").replace("\\\n", "")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pins(name: str) -> Pins:
    """Versions of each package; some have several, for several versions of Python."""
    found: Pins = {}
    for entry in entries(name):
        requirement = Requirement(entry.partition("--hash")[0].strip())
        (pin,) = requirement.specifier
        assert pin.operator == "==", entry
        found.setdefault(canonicalize_name(requirement.name), set()).add(Version(pin.version))
    return found


def test_every_extra_and_group_has_a_lock_file() -> None:
    assert DIRECT.keys() == LOCKS.keys()
    assert EXTRAS.keys() <= {*DIRECT, "docs", "sim"}


def test_the_extra_sim_is_the_group_micropython() -> None:
    (locked,) = map(Requirement, DIRECT["micropython"])
    for entry in map(Requirement, EXTRAS["sim"]):
        assert (entry.name, entry.specifier) == (locked.name, locked.specifier)


@pytest.mark.parametrize("name", LOCKS)
def test_each_entry_has_hashes_and_names_no_place_to_load_from(name: str) -> None:
    for entry in entries(name):
        assert "--hash=sha256:" in entry, entry
        assert not {"--index-url", "--extra-index-url", "--find-links", "@"} & set(entry.split())
    assert "://" not in LOCKS[name].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_what_it_was_made_for_in_versions_that_are_allowed(name: str) -> None:
    locked = pins(name)
    for text in DIRECT[name]:
        wanted = Requirement(text)
        versions = locked.get(canonicalize_name(wanted.name), set())
        assert versions, f"{text} is not in {LOCKS[name].name}: {RENEW}"
        assert all(version in wanted.specifier for version in versions), f"{text}: {RENEW}"


def test_a_package_has_the_same_version_in_all_locks() -> None:
    # They are installed one after the other, into the same place.
    together: Pins = {}
    for name in LOCKS:
        if name != "lowest":
            for package, versions in pins(name).items():
                assert together.setdefault(package, versions) == versions, (package, name)


def test_the_lowest_versions_are_those_that_are_allowed() -> None:
    lowest = pins("lowest")
    for text in DIRECT["lowest"]:
        wanted = Requirement(text)
        (bound,) = wanted.specifier
        assert bound.operator == ">=", text
        least = Version(bound.version).release
        (version,) = lowest[canonicalize_name(wanted.name)]
        assert version.release[: len(least)] == least, f"{text}, but {version}: {RENEW}"
