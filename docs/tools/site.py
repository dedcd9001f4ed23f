"""Build the documentation site into build/site, in strict mode.

Run as `python -m docs.tools.site` (the extra `docs` of pyproject.toml must be installed).

The pages are the Markdown files of docs/ and of hardware/, and CONTRIBUTING.md and CHANGELOG.md.
They are copied to build/site-source together with the pictures that they show, and their links
are changed to the places of the copies, so that one text serves the site and a reader of the
repository.  A page that the navigation of mkdocs.yml leaves out is a failure, as is a link that
leads nowhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "build" / "site-source"
CONFIG = ROOT / "mkdocs.yml"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
DOWNLOADS = {".png", ".svg", ".pdf", ".zip", ".csv", ".stl", ".step", ".dxf", ".html"}
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


def assemble() -> list[str]:
    """Copy pages and what they link to into build/site-source; return the faults found."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    known = pages()
    faults = []
    for page, place in known.items():
        text, linked = with_site_links((ROOT / page).read_text(encoding="utf-8"), page)
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


def main() -> int:
    """Build the site; return the exit status."""
    faults = assemble()
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.flush()
    built = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(CONFIG)],
        cwd=ROOT,
        check=False,
    )
    return 1 if faults else built.returncode


if __name__ == "__main__":
    raise SystemExit(main())
