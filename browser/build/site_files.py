"""The files of a built site as the service worker fetches them: listed, measured, and packed.

Large files lie there packed as well, for servers that compress nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from browser.build.compiled_modules import FAR_ARCHIVE
from host.message import DEFAULT_LANGUAGE, languages

SERVICE_WORKER = "service_worker.js"
SIZES = "site_files.json"
"""Bytes of each file, by which the page finds one that is missing or cut off."""
PACKED = ".packed"
"""End of the name of a file's copy that is packed by gzip; servers do not know it, so that none
unpacks it on its way."""
LEAST_PACKED = 20_000
"""Bytes of a file that is worth packing."""
BEFORE_WORKER = ("pages/game.",)
"""Beginnings of the names of files that the page has loaded before the service worker is there."""
FIRMWARE_ARCHIVE = "firmware.zip"
"""For those whose browser lets no page write to a drive."""
LATE_ARCHIVES = (FIRMWARE_ARCHIVE, FAR_ARCHIVE)
"""Fetched by those who need them alone."""


@dataclass(frozen=True, slots=True)
class SiteSize:
    """Size of a site.

    Attributes:
        files: their number.
        bytes: of all files.
        first_visit: bytes of what a page fetches on its first visit, from a server that compresses
            nothing: in English, and the language whose files are the largest.
    """

    files: int
    bytes: int
    first_visit: int


def finish(target: Path) -> SiteSize:
    """Pack the large files of a site, list all for the service worker and the page, and measure.

    Nothing may be changed in the folder afterwards.
    """
    packed = _pack_files(target)
    _finish_service_worker(target, packed)
    whole = _files(target)
    sizes = {file.relative_to(target).as_posix(): file.stat().st_size for file in whole}
    (target / SIZES).write_text(json.dumps(sizes), encoding="utf-8")
    return _size(target, packed)


def _pack_files(target: Path) -> list[str]:
    """Pack the large files that only the service worker fetches; returns their names."""
    packed = []
    for name in _kept(target):
        file = target / name
        is_early = name.startswith(BEFORE_WORKER) or name.endswith("/")
        if not is_early and file.stat().st_size >= LEAST_PACKED:
            data = gzip.compress(file.read_bytes(), 9, mtime=0)
            if len(data) < 0.9 * file.stat().st_size:
                file.with_name(f"{file.name}{PACKED}").write_bytes(data)
                packed.append(name)
    return packed


def _kept(target: Path) -> list[str]:
    """Return the names of the files that the service worker keeps in all languages."""
    spoken = (_names(_files_of(target, language), target) for language in languages())
    others = {SERVICE_WORKER, *LATE_ARCHIVES}.union(*spoken)
    return sorted({"./", *(name for name in _names(_files(target), target) if name not in others)})


def _finish_service_worker(target: Path, packed: Sequence[str]) -> None:
    """Write the names of the files and their version into the service worker."""
    digest = hashlib.sha256()
    for file in _files(target):
        digest.update(file.relative_to(target).as_posix().encode() + b"\0" + file.read_bytes())
    spoken = {language: _names(_files_of(target, language), target) for language in languages()}
    copies = {f"{name}{PACKED}" for name in packed}
    kept = [name for name in _kept(target) if name not in copies]
    script = target / SERVICE_WORKER
    text = script.read_text("utf-8").replace("@VERSION@", digest.hexdigest()[:16])
    values = (("@FILES@", kept), ("@PACKED@", packed), ("@LANGUAGES@", spoken))
    for name, value in values:
        text = text.replace(f'"{name}"', json.dumps(json.dumps(value)))
    script.write_text(text, encoding="utf-8")


def _files(target: Path) -> list[Path]:
    return sorted(file for file in target.rglob("*") if file.is_file())


def _files_of(target: Path, language: str) -> list[Path]:
    """Return the files that only the readers of a language need."""
    return [target / "locale" / f"{language}.json", *_files(target / "rules" / language)]


def _names(files: Iterable[Path], target: Path) -> list[str]:
    """Return the files' addresses in the site."""
    names = (file.relative_to(target).as_posix() for file in files)
    return [name.removesuffix("index.html") or "./" for name in names]


def _size(target: Path, packed: Sequence[str]) -> SiteSize:
    sizes = {file: file.stat().st_size for file in _files(target)}
    unused = {target / SIZES, *(target / name for name in packed)}
    sent = {file: 0 if file in unused else size for file, size in sizes.items()}
    others = [
        sum(sent[file] for file in _files_of(target, language))
        for language in languages()
        if language != DEFAULT_LANGUAGE
    ]
    late = sum(sent[target / name] for name in LATE_ARCHIVES)
    at_first = sum(sent.values()) - sum(others) + max(others) - late
    return SiteSize(len(sizes), sum(sizes.values()), at_first)
