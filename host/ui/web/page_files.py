"""A page's styles as one file, and its script with all modules as one: each request takes its time.

It takes most on the small computers that have a board, and on a site that is not near.
"""

from __future__ import annotations

import re
from pathlib import Path

from host.ui.web.bundle import bundle

UNSCRIPTED = (
    "The script of this page has not come whole, or a server on the way has changed it or its "
    "type, so that what stands here does not change. Load the page again; if that does not help, "
    "tell whoever runs the server."
)
"""Text of a page of the program whose script does not run, and so cannot say why."""

FOLDER = "pages"
"""Folder of these files, beside the folders `css` and `js`."""

_STYLES = re.compile(r'( *<link rel="stylesheet" href="(?:\.\./)*css/[\w-]+\.css">\n)+')
_STYLE = re.compile(r'href="(?:\.\./)*(css/[\w-]+\.css)"')
_SCRIPT = re.compile(r'<script type="module" src="(?:\.\./)*(js/[\w-]+\.js)">')


def with_whole_files(page: str, whole: str) -> str:
    """Return the text of a page that takes one file of styles and one script.

    Args:
        page: its text, which takes its styles and its script one by one.
        whole: address of both files, relative to the page, without `.css` and `.js`.
    """
    page = _STYLES.sub(f'<link rel="stylesheet" href="{whole}.css">\n', page)
    return _SCRIPT.sub(f'<script type="module" src="{whole}.js">', page)


def with_hint(page: str, words: str) -> str:
    """Return the text of a page that shows English words after some seconds unless its script runs,
    which removes them."""
    hint = f'<p id="unscripted" class="unscripted" lang="en">{words}</p>'
    return re.sub(r"(<body[^>]*>)", rf"\1\n{hint}", page, count=1)


def styles(folder: Path, page: str) -> str:
    """Return all styles of a page, whose text takes them one by one from a folder."""
    files = _STYLE.findall(page)
    return "".join((folder / file).read_text(encoding="utf-8") for file in files)


def script(folder: Path, page: str) -> str:
    """Return the script of a page with all modules, whose text takes it from a folder."""
    return "".join(bundle(folder, name, "..") for name in _SCRIPT.findall(page))
