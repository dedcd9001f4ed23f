"""Build the documentation site into build/site, in strict mode: `./kamisado site --docs`.

It needs the extra `docs` of pyproject.toml, and what `browser.build.site` needs: the page on which
everything runs in the browser is in its folder play/, and the front page has a button to it.

The pages are the Markdown files of docs/ and of hardware/, and CONTRIBUTING.md and CHANGELOG.md.
They are copied to build/site-source together with the pictures that they show, and their links
are changed to the places of the copies, so that one text serves the site and a reader of the
repository.  A page that the navigation of mkdocs.yml leaves out is a failure, as is a link that
leads nowhere; after the build also one of a built page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from browser.build.site import SiteError
from browser.build.site import build as build_play
from browser.build.site_files import SiteSize

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
CONFIG = ROOT / "mkdocs.yml"
PLAY = "play"
"""Folder of the site with the page on which everything runs in the browser."""
FRONT = Path("docs", "index.md")
BUTTON = f"""
[Play now]({PLAY}/){{ .md-button .md-button--primary }}

Nothing to install: the board's firmware, the rules and the computer's players run in your browser,
and after the first visit without a network too.
"""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
DOWNLOADS = {".png", ".gif", ".svg", ".pdf", ".zip", ".csv", ".stl", ".step", ".dxf", ".html"}
"""Files beside the pages that the site contains where a page links to them."""
NAVIGATED = re.compile(r"^\s+-\s+(?:[^:#\n]+:\s+)?(\S+\.md)$", re.MULTILINE)


def pages() -> dict[Path, Path]:
    """Return the pages: the place in the site by the place in the repository, both relative."""
    documents = sorted((ROOT / "docs").rglob("*.md"))
    found = {path.relative_to(ROOT): path.relative_to(ROOT / "docs") for path in documents}
    found |= {path: path for path in (Path("CONTRIBUTING.md"), Path("CHANGELOG.md"))}
    for path in sorted((ROOT / "hardware").glob("*.md")):
        found[path.relative_to(ROOT)] = path.relative_to(ROOT)
    return found


def site_path(target: Path) -> Path:
    """Return the place in the site of a file of the repository, both relative."""
    return target.relative_to("docs") if target.parts[0] == "docs" else target


def with_site_links(text: str, page: Path) -> tuple[str, set[Path]]:
    """Change the relative links of a page to places in the site.

    A link to a source file becomes its text: the site does not contain the sources.

    Args:
        page: place of the page in the repository.

    Returns:
        The text, and the files of the repository to which it still links.
    """
    linked: set[Path] = set()

    def change(match: re.Match[str]) -> str:
        mark, label, target, anchor = match.groups("")
        if ":" in target:
            return match[0]
        path = Path(os.path.normpath(page.parent / target))
        if path.suffix != ".md" and path.suffix not in DOWNLOADS:
            return label if label.startswith("`") else f"`{label}`"
        linked.add(path)
        place = os.path.relpath(site_path(path), site_path(page).parent).replace(os.sep, "/")
        return f"{mark}[{label}]({place}{anchor})"

    return LINK.sub(change, text), linked


def with_button(text: str) -> str:
    """Put the button to the page below the first sentence of the front page."""
    title, first, rest = text.split("\n\n", 2)
    return f"{title}\n\n{first}\n{BUTTON}\n{rest}"


def assemble() -> list[str]:
    """Copy pages and what they link to into build/site-source; return the faults found."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    known = pages()
    faults = []
    for page, place in known.items():
        text, linked = with_site_links((ROOT / page).read_text(encoding="utf-8"), page)
        text = with_button(text) if page == FRONT else text
        (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
        (SOURCE / place).write_text(text, encoding="utf-8", newline="\n")
        for target in sorted(linked - known.keys()):
            if target.suffix == ".md" or not (ROOT / target).is_file():
                faults.append(f"{page}: there is no page or picture {target} in the site")
                continue
            (SOURCE / site_path(target)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / target, SOURCE / site_path(target))
    navigated = set(NAVIGATED.findall(CONFIG.read_text(encoding="utf-8")))
    places = {place.as_posix() for place in known.values()}
    faults += [f"mkdocs.yml: {place} is no page" for place in sorted(navigated - places)]
    return faults + [
        f"mkdocs.yml: {place} is not in the navigation" for place in sorted(places - navigated)
    ]


class _Links(HTMLParser):
    """Addresses that a page of the site refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ("href", "src") and value}


def dead_links(folder: Path) -> Iterator[str]:
    """Yield a line for each link of the pages in a folder that leads to no file there."""
    for page in sorted(folder.rglob("*.html")):
        for link in sorted(_Links(page.read_text(encoding="utf-8")).found):
            address = urlsplit(link)
            if address.scheme or address.netloc or not address.path:
                continue
            path = unquote(address.path)
            target = folder / path[1:] if path.startswith("/") else page.parent / path
            if not (target / "index.html" if target.is_dir() else target).is_file():
                yield f"{page.relative_to(folder)}: the link to {link!r} leads nowhere"


def build() -> tuple[Path, SiteSize]:
    """Build the site; return its folder, and the size of the page in it.

    Raises:
        SiteError: a link is dead, a page is left out, or Zensical or an interpreter is missing.
    """
    faults = assemble()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(CONFIG)]
    built = subprocess.run(command, cwd=ROOT, check=False)
    if built.returncode:
        faults.append("Zensical builds no site; if it is missing: ./kamisado test installs it")
        raise SiteError("\n".join(faults))
    size = build_play(SITE / PLAY)
    faults += dead_links(SITE)
    if faults:
        raise SiteError("\n".join(faults))
    return SITE, size
