"""Documents of the Debian package, of the packages with which these tests run."""

from __future__ import annotations

import gzip
import re
import shutil
from importlib.metadata import distribution
from pathlib import Path

import pytest

from docs.tools import debian_documents
from host import VERSION
from host.cli.parser import GROUPS

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = re.findall(
    r"^(?!wasmtime)([a-z0-9-]+)==", (ROOT / "requirements/play.txt").read_text(), re.MULTILINE
)
"""Packages that it contains: not wasmtime, which is for one processor (`.ci/provision`)."""
SECONDS = 1_700_000_000


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the metadata of all packages that the program needs."""
    folder = tmp_path_factory.mktemp("library")
    for name in PACKAGES:
        info = Path(str(distribution(name).locate_file(""))).glob(
            f"{name.replace('-', '_')}-*.dist-info"
        )
        for found in info:
            shutil.copytree(found, folder / found.name)
    return folder


def test_the_copyright_file_has_the_licence_of_everything_in_the_package(library: Path) -> None:
    text = debian_documents.copyright_file(library)
    assert len(PACKAGES) > 8
    paragraphs = text.split("\nFiles: ")[1:]
    assert paragraphs[0].startswith("*\n")
    assert "\nLicense: MIT and CERN-OHL-P-2.0 and OFL-1.1\n" in paragraphs[0]
    assert " SIL OPEN FONT LICENSE" in paragraphs[0]
    for name in PACKAGES:
        place = f"usr/lib/kamisado/{name.replace('-', '_')}-"
        (own,) = (each for each in paragraphs if place in each.partition("\n")[0])
        assert re.search(r"^Copyright: .*\d{4}|^Copyright: Copyright \(c\) ", own, re.MULTILINE)
        assert re.search(r"^License: (MIT|BSD|PSF|EPL)", own, re.MULTILINE)
        assert "WARRANT" in own.upper(), name
    assert ".." not in "".join(each.partition("\n")[0] for each in paragraphs)
    lines = text.splitlines()[3:]
    assert all(
        line.startswith((" ", "Files: ", "Copyright: ", "License: ")) or not line for line in lines
    )


def test_a_package_without_a_text_of_its_licence_is_refused(library: Path, tmp_path: Path) -> None:
    (info,) = library.glob("segno-*.dist-info")
    shutil.copytree(info, tmp_path / info.name)
    shutil.rmtree(tmp_path / info.name / "licenses")
    with pytest.raises(ValueError, match="segno has no text of its licence"):
        debian_documents.copyright_file(tmp_path)


@pytest.mark.slow
def test_the_manual_page_says_what_help_says_of_every_command() -> None:
    page = debian_documents.manual_page(SECONDS)
    assert page.startswith(f'.TH KAMISADO 1 "14 Nov 2023" "kamisado {VERSION}" ')
    commands = [name for names in GROUPS.values() for name in names]
    assert re.findall(r"^\.SS (.*)$", page, re.MULTILINE) == commands
    assert page.count("\nusage: ") == len(commands) + 1
    assert "\n  \\-\\-touch\\-move " in page
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".B", ".nf", ".fi"}
    assert not re.search(r"(?<!\\)-|`", re.sub(r"^\.TH.*|^kamisado \\- .*", "", page, flags=re.M))


@pytest.mark.slow
def test_all_documents_are_written_without_a_time_of_their_own(
    library: Path, tmp_path: Path
) -> None:
    trees = [tmp_path / name for name in ("one", "two")]
    for tree in trees:
        debian_documents.write(library, tree, "Somebody <s@example.org>", SECONDS)
    one, two = (
        {file.relative_to(tree): file.read_bytes() for file in tree.rglob("*") if file.is_file()}
        for tree in trees
    )
    assert one == two
    changes = gzip.decompress(one[Path("usr/share/doc/kamisado/changelog.gz")]).decode()
    assert changes.startswith(f"kamisado ({VERSION}) unstable; ")
    assert changes.endswith(" -- Somebody <s@example.org>  Tue, 14 Nov 2023 22:13:20 -0000\n")
    assert Path("usr/share/man/man1/kamisado.1.gz") in one
