"""The page's files under an address that changes with them, so that browsers keep them.

A page asks for its styles and its script at `/v/VERSION/...`, where VERSION is a hash of all files.
Browsers keep those for good, and ask for the page itself at every visit: one request on reload.
All styles of a page come as one file, and so do all modules of its script (`page_files`).
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from host.ui.web.page_files import (
    FOLDER,
    UNSCRIPTED,
    script,
    styles,
    with_hint,
    with_whole_files,
)

Stamp = tuple[int, int]
"""When a file was changed last (ns) and its size (bytes)."""

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
"""Of the page's files, by suffix."""
FOR_GOOD = "public, max-age=31536000, immutable"
_LINKED = re.compile(r'(href|src)="(?:\.\./)*(icon\.svg)"')


def use_own_media_types() -> None:
    """Have all files sent with `MEDIA_TYPES`, whatever the system says.

    Windows may have registered others, such as text/plain for .js, and browsers use no script and
    no style of a wrong type, because of `nosniff`.
    """
    for suffix, kind in MEDIA_TYPES.items():
        mimetypes.add_type(kind, suffix)


class Assets:
    """The files of a folder, and what is served beside them under the same version.

    Args:
        folder: with `index.html`, `css` and `js`.
        texts: folders of the texts that belong to the page: they count for the version.
        beside: routes that are served under the version as well.
        pages: folders of the pages by their paths, each with an `index.html`; None for the game's
            and the doctor's.
    """

    def __init__(
        self,
        folder: Path,
        texts: tuple[Path, ...],
        beside: Sequence[BaseRoute],
        pages: Mapping[str, str] | None = None,
    ) -> None:
        self._folder = folder
        self._texts = texts
        self._beside = beside
        self._pages = {"/": "", "/doctor/": "doctor"} if pages is None else pages
        self._hashed: tuple[str, dict[Path, Stamp]] = ("", {})
        self._wholes: tuple[str, dict[tuple[str, str], str]] = ("", {})

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the pages, and of everything under a version."""
        files = [
            *self._beside,
            Route(f"/{FOLDER}/{{page}}.{{kind}}", self._whole),
            Route("/{path:path}", self._file),
        ]
        return [
            *(Route(path, partial(self._page, path)) for path in self._pages),
            Mount("/v/{version}", routes=files),
        ]

    def version(self) -> str:
        """Return the hash of all files, as they are now; what has not changed is not read again."""
        version, before = self._hashed
        files = {
            file: folder
            for folder in (self._folder, *self._texts)
            for file in sorted(path for path in folder.rglob("*") if path.is_file())
        }
        stamps = {file: _stamp(file) for file in files}
        if stamps == before:
            return version
        digest = hashlib.sha256()
        for file, folder in files.items():
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(file.read_bytes())
        version = digest.hexdigest()[:16]
        self._hashed = version, stamps
        return version

    def _page(self, path: str, request: Request) -> Response:
        """Send a page whose files are asked for under their version.

        All is relative to the page's address: a proxy may serve it below a path.
        """
        folder = self._pages[path]
        text = self._page_text(folder)
        up = "../" * (path.count("/") - 1)
        version = self.version()
        text = with_whole_files(text, f"{up}v/{version}/{FOLDER}/{folder or 'game'}")
        text = with_hint(text, UNSCRIPTED)
        text = _LINKED.sub(rf'\1="{up}v/{version}/\2"', text)
        etag = f'"{version}"'
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers={"etag": etag})
        return HTMLResponse(text, headers={"etag": etag})

    def _page_text(self, folder: str) -> str:
        return (self._folder / folder / "index.html").read_text(encoding="utf-8")

    def _whole(self, request: Request) -> Response:
        """Send all styles of a page, or its script with all modules, as one file."""
        name, kind = request.path_params["page"], request.path_params["kind"]
        folder = next((each for each in self._pages.values() if name == (each or "game")), None)
        if folder is None or kind not in ("css", "js"):
            raise HTTPException(404)
        version = self.version()
        if self._wholes[0] != version:
            self._wholes = version, {}
        made = self._wholes[1]
        if (name, kind) not in made:
            make = styles if kind == "css" else script
            made[name, kind] = make(self._folder, self._page_text(folder))
        kept = request.path_params["version"] == version
        headers = {"cache-control": FOR_GOOD} if kept else {}
        media = MEDIA_TYPES[f".{kind}"]
        return Response(made[name, kind], media_type=media, headers=headers)

    def _file(self, request: Request) -> Response:
        """Send a file; for good only under the version that it has now."""
        path = (self._folder / request.path_params["path"]).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            raise HTTPException(404)
        media = MEDIA_TYPES.get(path.suffix)
        # Read here and now: a `FileResponse` changes the thread five times for each file.
        kept = request.path_params["version"] == self.version()
        headers = {"cache-control": FOR_GOOD} if kept else {}
        return Response(path.read_bytes(), media_type=media, headers=headers)


def _stamp(file: Path) -> Stamp:
    status = file.stat()
    return status.st_mtime_ns, status.st_size
