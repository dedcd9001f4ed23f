"""Build the static site: the page, the packages for Python, the interpreters, the service worker.

Every file is the product's own, but for those of `static/`, of which `transport.js` takes the place
of the page's, and Adafruit's NeoPixel library in the firmware.

A server need know no more than html, js and css: modules have names that end in `.js`, the service
worker gives what it keeps the right types, and large files lie there packed as well, for servers
that compress nothing.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from browser.build.compiled_modules import FAR_ARCHIVE, PYTHON_ARCHIVE, NoNodeError, compile_modules
from browser.build.site_files import FIRMWARE_ARCHIVE, SERVICE_WORKER, SiteSize, finish
from host.engine.rule_book import books
from host.link.usb_ids import CIRCUITPYTHON_VENDORS
from host.maintenance.installation_plan import LIST, list_of
from host.maintenance.installer import firmware_files, neopixel_library
from host.message import DEFAULT_LANGUAGE, Catalogue, Template, catalogue, languages
from host.ui.messages.rules import rules_data
from host.ui.web.page_files import FOLDER, script, styles, with_hint, with_whole_files

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "node_modules"
STATIC = Path(__file__).parents[1] / "static"
PAGE = ROOT / "host" / "ui" / "static"
OF_CLUBS = ("wall*", "overlay*")
"""Files of the page that only a club's program serves."""
PYODIDE_LOCK = "pyodide-lock.json"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    PYODIDE_LOCK,
    "python_stdlib.zip",
)
MICROPYTHON = ("micropython.mjs", "micropython.wasm")
MODULE, SCRIPT = ".mjs", ".js"
"""Ends of the names of modules, as they come and on the site; not all servers know the first."""
INTERPRETERS = {
    "pyodide": (MODULES / "pyodide", PYODIDE),
    "micropython": (MODULES / "@micropython" / "micropython-webassembly-pyscript", MICROPYTHON),
}
PACKAGES = ("host", "simulator", "browser")
DATA = ("firmware", "hardware/geometry.toml", "hardware/pinmap.toml")
"""Files beside the packages, at their places in a wheel (pyproject.toml)."""
NOT_PACKED = (
    "browser/build",
    "browser/server.py",
    "browser/static",
    "host/__main__.py",
    "host/ai/kernel/wasmtime_runtime.py",
    "host/ai_process/__main__.py",
    "host/ai_process/input_reader.py",
    "host/ai_process/parallel_proof.py",
    "host/ai_process/solver_pool.py",
    "host/ai_process/solver_process.py",
    "host/app/remote/broker_check.py",
    "host/cli",
    "host/data/rule_book",
    "host/engine/rule_book.py",
    "host/link/discover.py",
    "host/link/serial_port.py",
    "host/maintenance/board_client.py",
    "host/maintenance/doctor.py",
    "host/maintenance/operator.py",
    "host/remote/board_publisher.py",
    "host/remote/broker/accounts.py",
    "host/remote/broker/client.py",
    "host/remote/broker/connection.py",
    "host/remote/broker/guard.py",
    "host/remote/broker/mosquitto.py",
    "host/remote/broker/programs.py",
    "host/remote/broker/socket_thread.py",
    "host/remote/broker/troubles.py",
    "host/remote/spreadsheet.py",
    "host/remote/tournament",
    "host/remote/wall",
    "host/storage/owner_key.py",
    "host/storage/trace_file.py",
    "host/storage/trace_player.py",
    "host/ui/pictures/gif.py",
    "host/ui/speech/espeak.py",
    "host/ui/speech/speaker.py",
    "host/ui/static",
    "host/ui/terminal",
    "host/ui/web/access.py",
    "host/ui/web/admission.py",
    "host/ui/web/assets.py",
    "host/ui/web/bundle.py",
    "host/ui/web/origin_check.py",
    "host/ui/web/page_files.py",
    "host/ui/web/request_line.py",
    "host/ui/web/server.py",
    "host/ui/web/tables.py",
    "host/ui/web/wall",
    "host/virtual/process.py",
    "host/virtual/stepped_process.py",
    "host/worker/executor.py",
    "simulator/__main__.py",
    "simulator/control/client.py",
    "simulator/control/server.py",
    "simulator/device/interpreter_process.py",
    "simulator/rp2040",
    "simulator/serial_port/pty_port.py",
    "simulator/serial_port/tcp_port.py",
    "simulator/testing",
)
CATALOGUES = "host/data/locale/"
"""The page has a catalogue of each language; Python needs the default one only."""
PACKED = (".py", ".json", ".toml", ".txt", ".md", ".wasm")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""Time of all files in the archive, so that the same sources give the same site."""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
MANIFEST = "manifest.webmanifest"
FAR_PACKAGES = ("paho", "segno")
"""Of the program, all in Python; `compile.mjs` adds what they take of Python's own."""
PLACES = {
    "flash.html": "flash/index.html",
    "flash.js": "js/flash.js",
    "transport.js": "js/connection/transport.js",
}
"""Places of files of `static/` that are not at the top of the site."""
OF_PAGES = ("serial_ports.js", "usb_serial.js")
"""Modules at the top of `static/` that only the scripts of the pages take."""
ON_SITE = {
    "maintenance.never_calibrated": "page.never_calibrated_on_site",
    "page.broker_explained": "page.broker_explained_on_site",
    "page.broker_begins": "page.broker_begins_on_site",
    "page.connecting": "page.connecting_on_site",
    "page.map_explained": "page.map_explained_on_site",
}
"""Messages that say something else on the site, where no program waits and there is no command."""
IN_MANIFEST = {"name": "page.title", "description": "page.app_description"}
"""Messages of the app's manifest, by its members."""
PATHS = {
    "./kamisado flash": ("page.menu", "page.flash_link"),
    "./kamisado calibrate": ("page.menu", "page.doctor_link"),
}
"""The ways to the pages of the site that stand for commands in its words."""
UNSCRIPTED = (
    "Nothing appears here? The page cannot run: either it was opened as a file, while it needs a "
    "web server (such as python3 -m http.server), or a part of it is missing on the server, in the "
    "folder pages."
)
"""Text of a page whose script does not run, and so cannot say why; the script removes it."""
DOCTOR_LINK = '<a href="doctor/" data-text="page.doctor_link"></a>'
FLASH_LINK = '<a href="flash/" data-text="page.flash_link"></a>'


class SiteError(Exception):
    """The site cannot be built; the message says what to do."""


class MissingInterpreterError(SiteError):
    """An interpreter is not installed."""


class ForeignFolderError(SiteError):
    """The folder has other files."""


def build(target: Path) -> SiteSize:
    """Build the site in a folder, in place of an older one there.

    Raises:
        SiteError: an interpreter is not installed, or the folder has other files.
    """
    if target.exists() and any(target.iterdir()) and not (target / SERVICE_WORKER).exists():
        raise ForeignFolderError(
            f"{str(target)!r} has files that are no site: name another folder, or empty it"
        )
    for folder, names in INTERPRETERS.values():
        if not all((folder / name).is_file() for name in names):
            raise MissingInterpreterError(
                f"{folder.relative_to(ROOT)} is missing: install node, and run 'npm ci' in {ROOT}"
            )
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(PAGE, target, ignore=shutil.ignore_patterns(*OF_CLUBS))
    for file in STATIC.iterdir():
        place = target / PLACES.get(file.name, file.name)
        place.parent.mkdir(exist_ok=True)
        shutil.copy(file, place)
    _write_pages(target)
    for name, (folder, names) in INTERPRETERS.items():
        (target / name).mkdir()
        for each in names:
            _copy_interpreter(folder / each, target / name)
    # It lists hundreds of packages, of which none is loaded.
    lock = target / "pyodide" / PYODIDE_LOCK
    _write_json(lock, json.loads(lock.read_text(encoding="utf-8")) | {"packages": {}})
    _write_json(target / "locale" / "index.json", dict(languages()))
    for language in languages():
        _write_json(target / "locale" / f"{language}.json", words_of(language))
        _write_json(target / f"manifest.{language}.webmanifest", manifest_of(language))
        for book in books():
            rules = rules_data(book, language)
            _write_json(target / "rules" / language / f"{book}.json", rules)
    _write_json(target / "usb_vendors.json", sorted(CIRCUITPYTHON_VENDORS))
    pack(target / PYTHON_ARCHIVE)
    _write_firmware(target / FIRMWARE_ARCHIVE)
    _write_far(target / FAR_ARCHIVE)
    try:
        compile_modules(target)
    except NoNodeError:
        raise MissingInterpreterError(
            "node is missing, which compiles the modules: install it"
        ) from None
    return finish(target)


def _copy_interpreter(file: Path, folder: Path) -> None:
    """Copy a file of an interpreter; modules get names that all servers know."""
    if file.suffix != MODULE:
        shutil.copy(file, folder)
        return
    text = file.read_text(encoding="utf-8").replace(f"asm{MODULE}", f"asm{SCRIPT}")
    (folder / file.with_suffix(SCRIPT).name).write_text(text, encoding="utf-8")


def manifest_of(language: str) -> dict[str, object]:
    """Return the manifest of the app in a language; it stays the same app by its `id`."""
    manifest: dict[str, object] = json.loads((STATIC / MANIFEST).read_text(encoding="utf-8"))
    words = catalogue(language)
    described = {member: words[id] for member, id in IN_MANIFEST.items()}
    return {**manifest, **described, "lang": language}


def words_of(language: str) -> Catalogue:
    """Return the catalogue of a language, without commands where the site has a page instead."""
    words = catalogue(language)
    changed = {name: words[instead] for name, instead in ON_SITE.items()}
    paths = {
        command: " → ".join(str(words[name]) for name in path) for command, path in PATHS.items()
    }

    def with_paths(text: str) -> str:
        for command, path in paths.items():
            text = text.replace(command, path)
        return text

    def with_path(template: Template) -> Template:
        if isinstance(template, str):
            return with_paths(template)
        return {form: with_paths(text) for form, text in template.items()}

    return {name: with_path(text) for name, text in {**words, **changed}.items()}


def pack(archive: Path) -> None:
    """Write the packages for Python, with the data that they read."""
    contents = {name: file.read_bytes() for name, file in _packed_files()}
    # Where `neopixel_library` finds it.
    contents |= {Path(name).name: data for name, data in neopixel_library().items()}
    _archive(archive, contents)


def _write_firmware(archive: Path) -> None:
    """Write the files of an installation on a drive, for those who copy them."""
    installed = firmware_files() | neopixel_library()
    _archive(archive, installed | {LIST: list_of(installed)})


def _write_far(archive: Path) -> None:
    """Write the packages that a match with a player at another board takes."""
    folders = [Path(import_module(name).__path__[0]) for name in FAR_PACKAGES]
    _archive(
        archive,
        {
            file.relative_to(folder.parent).as_posix(): file.read_bytes()
            for folder in folders
            for file in folder.rglob("*.py")
        },
    )


def _archive(archive: Path, contents: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)


def _packed_files() -> Iterator[tuple[str, Path]]:
    """Yield the name in the archive and the path of each file."""
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*"):
            name = file.relative_to(ROOT).as_posix()
            is_foreign = name.startswith(CATALOGUES) and file.stem != DEFAULT_LANGUAGE
            is_packed = not is_foreign and not name.startswith(NOT_PACKED)
            if is_packed and file.is_file() and file.suffix in PACKED:
                yield name, file
    for data in DATA:
        path = ROOT / data
        for file in path.rglob("*.py") if path.is_dir() else (path,):
            yield f"simulator/data/{file.relative_to(ROOT).as_posix()}", file


def _write_pages(target: Path) -> None:
    """Write the pages, each with its styles as one file and its script with all modules as one."""
    (target / FOLDER).mkdir()
    for page in target.rglob("index.html"):
        text = page.read_text("utf-8")
        name = page.parent.relative_to(target).name or "game"
        for kind, whole in (("css", styles(target, text)), ("js", script(target, text))):
            (target / FOLDER / f"{name}.{kind}").write_text(whole, encoding="utf-8")
        up = "" if page.parent == target else "../"
        page.write_text(_page(with_whole_files(text, f"{up}{FOLDER}/{name}"), up), encoding="utf-8")
    for folder in ("css", "js"):
        shutil.rmtree(target / folder)
    for name in OF_PAGES:
        (target / name).unlink()


def _page(text: str, up: str) -> str:
    """Return a page with the policy that no server sends here, and with the manifest.

    Args:
        up: the way from its folder to that of the site.
    """
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'  <link rel="manifest" href="{up}{MANIFEST}">\n'
        f'  <link rel="apple-touch-icon" href="{up}icon-192.png">\n'
    )
    text = text.replace("  <title", f"  {head}  <title", 1)
    text = with_hint(text, UNSCRIPTED)
    return text.replace(DOCTOR_LINK, f"{DOCTOR_LINK}\n    {FLASH_LINK}", 1)


def _write_json(file: Path, value: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
