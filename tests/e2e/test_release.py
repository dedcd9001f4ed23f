"""`.ci/release`: run in a repository of its own, with the sources of ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.package import ROOT, TOOLS, copy_sources, require_package_tools

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SOURCE = "https://forge.test/kamisado"
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- A second player.

## [0.1.0] - 2026-01-02

- A board.
"""


class Repository:
    """A repository with version 0.1.0 released."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copy_sources(folder)
        (folder / ".ci").mkdir()
        shutil.copy(ROOT / ".ci" / "release", folder / ".ci")
        checks = folder / ".ci" / "checks"
        checks.write_text("#!/bin/sh\necho one check has failed >&2\nexit 1\n", encoding="utf-8")
        checks.chmod(0o755)
        (folder / ".gitignore").write_text("/build/\n__pycache__/\n", encoding="utf-8")
        (folder / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
        project = folder / "pyproject.toml"
        text = project.read_text(encoding="utf-8")
        urls = f'[project.urls]\nSource = "{SOURCE}"\n\n[project.optional-dependencies]'
        project.write_text(
            text.replace("[project.optional-dependencies]", urls, 1), encoding="utf-8"
        )
        (folder / "build").mkdir()
        (folder / "build" / "package").symlink_to(TOOLS.parent)
        self.set_version("0.1.0")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("Begin")
        self.git("tag", "v0.1.0")

    def set_version(self, version: str) -> None:
        """Write the version without a release."""
        file = self.folder / "host" / "__init__.py"
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        lines = [
            f'VERSION = "{version}"\n' if line.startswith("VERSION") else line for line in lines
        ]
        file.write_text("".join(lines), encoding="utf-8")

    def commit(self, subject: str) -> None:
        """Commit everything."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)

    def git(self, *words: str) -> str:
        """Run git; return its output."""
        done = self.run("git", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the repository, under a name of its own."""
        names = ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL")
        identity = {f"GIT_{name}": "releases@forge.test" for name in names}
        nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **identity, **nothing},
            capture_output=True,
            text=True,
            check=False,
        )

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the script."""
        return self.run(".ci/release", *words)

    def state(self) -> tuple[str, str, str]:
        """Return what a failed release must leave as it was."""
        return self.git("status", "--porcelain"), self.git("log"), self.git("tag")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    require_package_tools()
    return Repository(tmp_path_factory.mktemp("repository") / "kamisado")


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("0.1", "'0.1' is no version: say for example 0.2.0"),
        ("v0.2.0", "'v0.2.0' is no version"),
        ("0.1.0", "there is a tag v0.1.0 already"),
        ("0.0.9", "0.0.9 is not higher than 0.1.0"),
    ],
)
def test_a_version_that_is_not_higher_is_refused(
    repository: Repository, version: str, words: str
) -> None:
    before = repository.state()
    done = repository.release("--checked", version)
    assert done.returncode == 1
    assert words in done.stderr
    assert repository.state() == before


def test_a_version_below_the_one_of_the_sources_is_refused(repository: Repository) -> None:
    repository.set_version("0.3.0")
    repository.commit("Be ahead")
    assert "0.2.0 is lower than the 0.3.0 of " in repository.release("--checked", "0.2.0").stderr
    repository.git("reset", "--quiet", "--hard", "HEAD^")


def test_a_tree_with_changes_is_refused(repository: Repository) -> None:
    stray = repository.folder / "stray.txt"
    stray.write_text("not added", encoding="utf-8")
    done = repository.release("--checked", "0.2.0")
    stray.unlink()
    assert done.returncode == 1
    assert "changes that are not committed" in done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CHANGELOG.replace("- A second player.\n", ""), "of CHANGELOG.md is empty"),
        (CHANGELOG.replace("## [Unreleased]", "## [Soon]"), "has no section `## [Unreleased]`"),
    ],
)
def test_a_changelog_that_says_nothing_is_refused(
    repository: Repository, text: str, words: str
) -> None:
    (repository.folder / "CHANGELOG.md").write_text(text, encoding="utf-8")
    repository.commit("Say nothing")
    before = repository.state()
    done = repository.release("--checked", "0.2.0")
    assert done.returncode == 1
    assert words in done.stderr
    assert repository.state() == before
    repository.git("reset", "--quiet", "--hard", "HEAD^")


def test_what_fails_on_the_way_leaves_the_tree_as_it_was(repository: Repository) -> None:
    """First a check fails; then the build lacks a file."""
    before = repository.state()
    done = repository.release("0.2.0")
    assert done.returncode == 1
    assert "one check has failed" in done.stderr
    assert ".ci/checks release failed; nothing was released" in done.stderr
    assert repository.state() == before
    repository.git("rm", "--quiet", "docs/tools/package_readme.py")
    repository.commit("Lose what the build needs")
    before = repository.state()
    done = repository.release("--checked", "0.2.0")
    assert done.returncode == 1
    assert "-m build --no-isolation failed; nothing was released" in done.stderr
    assert repository.state() == before
    repository.git("reset", "--quiet", "--hard", "HEAD^")


def test_a_release_is_a_version_a_section_two_files_a_commit_and_a_tag(
    repository: Repository,
) -> None:
    done = repository.release("--checked", "0.2.0")
    assert done.returncode == 0, done.stdout + done.stderr
    assert repository.git("status", "--porcelain") == ""
    assert repository.git("log", "-1", "--format=%s %D").strip() == (
        "Release 0.2.0 HEAD -> main, tag: v0.2.0"
    )
    changed = repository.git("show", "--name-only", "--format=").split()
    assert changed == ["CHANGELOG.md", "host/__init__.py"]
    today = datetime.now(UTC).date().isoformat()
    assert (repository.folder / "CHANGELOG.md").read_text(encoding="utf-8") == CHANGELOG.replace(
        "## [Unreleased]\n", f"## [Unreleased]\n\n## [0.2.0] - {today}\n"
    )
    built = repository.folder / "build" / "release" / "0.2.0"
    names = {path.name for path in built.iterdir()}
    assert names == {"kamisado_board-0.2.0-py3-none-any.whl", "kamisado_board-0.2.0.tar.gz"}
    for name in names:
        assert str(built / name) in done.stdout
    with zipfile.ZipFile(built / "kamisado_board-0.2.0-py3-none-any.whl") as wheel:
        text = wheel.read("kamisado_board-0.2.0.dist-info/METADATA").decode()
    assert f"Project-URL: Source, {SOURCE}" in text
    assert f"]({SOURCE}/raw/v0.2.0/docs/page.png)" in text
    assert f"]({SOURCE}/blob/v0.2.0/docs/api.md)" in text
    again = repository.release("--checked", "0.3.0")
    assert "the section `## [Unreleased]` of CHANGELOG.md is empty" in again.stderr
