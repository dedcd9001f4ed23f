"""Documents of the Debian package: manual page, copyright file and changelog.

`.ci/debian` runs this file with the package's own library in PYTHONPATH, so that the manual page
says what the installed program says:

    PYTHONPATH=LIBRARY python docs/tools/debian_documents.py LIBRARY FOLDER MAINTAINER SECONDS
"""

from __future__ import annotations

import contextlib
import gzip
import io
import sys
import tomllib
from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser
from email.utils import formatdate
from pathlib import Path

from host import VERSION
from host.cli.main import main as run_command
from host.cli.parser import GROUPS

ROOT = Path(__file__).resolve().parents[2]
LICENCES = ROOT / "packaging" / "debian" / "licences"
"""Licences of the packages whose wheel has none, `NAME.txt`."""
OWN = "kamisado-board"
CLASSIFIER = "License :: OSI Approved :: "


def manual_page(seconds: int) -> str:
    """Return the manual page, of what `--help` says of the program and of each command.

    Args:
        seconds: its date, since 1970.
    """
    date = formatdate(seconds, usegmt=True)[5:16]
    parts = [
        f'.TH KAMISADO 1 "{date}" "kamisado {VERSION}" "Games"',
        ".SH NAME",
        "kamisado \\- sensor board for Kamisado and other abstract games",
        ".SH SYNOPSIS",
        ".B kamisado",
        "\\fICOMMAND\\fR ...",
        ".SH DESCRIPTION",
        _verbatim(_help_of()),
        ".SH COMMANDS",
    ]
    for name in (name for names in GROUPS.values() for name in names):
        parts += [f".SS {name}", _verbatim(_help_of(name, "--help"))]
    return "\n".join(parts) + "\n"


def _help_of(*words: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
        run_command(words)
    return output.getvalue().strip()


def _verbatim(text: str) -> str:
    """Return lines as they are, for roff."""
    signs = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga"}
    escaped = "".join(signs.get(letter, letter) for letter in text)
    lines = (f"\\&{line}" if line.startswith(".") else line for line in escaped.splitlines())
    return "\n".join([".nf", *lines, ".fi"])


def copyright_file(library: Path) -> str:
    """Return the copyright file, with the licences of all packages of a library.

    Raises:
        ValueError: a package says no licence, or its text is neither in it nor in `LICENCES`.
    """
    parts = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
        f"Upstream-Name: {OWN}",
        "",
        _own_paragraph(),
    ]
    for info in sorted(library.glob("*.dist-info")):
        metadata = HeaderParser().parsestr((info / "METADATA").read_text("utf-8"))
        name, places = metadata["Name"], " ".join(sorted(_places(library, info)))
        if name != OWN:
            parts.append(_paragraph(places, _licence(metadata), _licence_text(info, name)))
    return "\n".join(parts)


def _own_paragraph() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [(ROOT / file).read_text("utf-8").strip() for file in project["license-files"]]
    return _paragraph("*", project["license"].replace(" AND ", " and "), "\n\n".join(texts))


def _places(library: Path, info: Path) -> Iterator[str]:
    """Yield what a package has at the top of the library."""
    yield f"usr/lib/kamisado/{info.name}/*"
    record = (info / "RECORD").read_text("utf-8").splitlines()
    for top in {line.partition(",")[0].partition("/")[0] for line in record}:
        if top in ("..", "bin") or top.endswith(".dist-info"):
            continue
        if (library / top).is_dir():
            yield f"usr/lib/kamisado/{top}/*"
        elif (library / top).is_file():
            yield f"usr/lib/kamisado/{top}"


def _licence(metadata: Message) -> str:
    """Return the short name of a package's licence."""
    classified = [
        text.removeprefix(CLASSIFIER)
        for text in metadata.get_all("Classifier", [])
        if text.startswith(CLASSIFIER)
    ]
    found = metadata["License-Expression"] or metadata["License"] or " or ".join(classified)
    if not found:
        raise ValueError(f"{metadata['Name']} says no licence")
    return found.replace(" OR ", " or ").replace(" License", "").strip().replace("\n", " ")


def _licence_text(info: Path, name: str) -> str:
    files = sorted(path for path in (info / "licenses").rglob("*") if path.is_file())
    files = files or sorted(LICENCES.glob(f"{name}.txt"))
    if not files:
        raise ValueError(f"{name} has no text of its licence: put it into {LICENCES}")
    return "\n\n".join(path.read_text("utf-8").strip() for path in files)


def _paragraph(files: str, licence: str, text: str) -> str:
    holders = [line.strip(" #*") for line in text.splitlines() if _is_copyright(line)]
    copyrights = "\n           ".join(holders) or "see the licence"
    body = "\n".join(f" {line.rstrip()}" if line.strip() else " ." for line in text.splitlines())
    return f"Files: {files}\nCopyright: {copyrights}\nLicense: {licence}\n{body}\n"


def _is_copyright(line: str) -> bool:
    start = line.strip(" #*").lower()
    return start.startswith(("copyright (c)", "copyright ©", "copyright 2", "(c) "))


def changelog(maintainer: str, seconds: int) -> str:
    """Return the changelog in Debian's form, which leads to the project's own."""
    return (
        f"kamisado ({VERSION}) unstable; urgency=medium\n\n"
        "  * Its changes are in /usr/share/doc/kamisado/CHANGELOG.md.gz.\n\n"
        f" -- {maintainer}  {formatdate(seconds)}\n"
    )


def write(library: Path, folder: Path, maintainer: str, seconds: int) -> None:
    """Write all documents into the tree of the package."""
    documents = folder / "usr" / "share" / "doc" / "kamisado"
    pages = folder / "usr" / "share" / "man" / "man1"
    for place in (documents, pages):
        place.mkdir(parents=True, exist_ok=True)
    (documents / "copyright").write_text(copyright_file(library), "utf-8")
    compressed = {
        documents / "changelog.gz": changelog(maintainer, seconds),
        documents / "CHANGELOG.md.gz": (ROOT / "CHANGELOG.md").read_text("utf-8"),
        pages / "kamisado.1.gz": manual_page(seconds),
    }
    for file, text in compressed.items():
        file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
