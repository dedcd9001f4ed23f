"""The version of the page's files, under which browsers keep them for good."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path

import pytest

from host.ui.web import server
from host.ui.web.assets import Assets
from tests.unit.ui.web.served import Served


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a page of one script."""
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "app.js").write_text("// first")
    (tmp_path / "index.html").write_text('<script type="module" src="js/app.js"></script>')
    monkeypatch.setattr(server, "STATIC", tmp_path)
    return tmp_path


@pytest.fixture
def own(folder: Path, request: pytest.FixtureRequest) -> Served:
    """Return a server of that page, started once its folder is there."""
    served: Served = request.getfixturevalue("served")
    return served


def address(own: Served) -> str:
    """Return the address that the page has for its script now."""
    found = re.search(r'src="(v/\w+/pages/game\.js)"', own.get("/").body.decode())  # type: ignore[attr-defined]
    assert found is not None
    return f"/{found[1]}"


def is_kept(own: Served, path: str) -> bool:
    """Return True if a browser keeps the file for good."""
    return "immutable" in own.get(path).headers["cache-control"]


def test_a_changed_file_is_kept_only_under_a_new_version(own: Served, folder: Path) -> None:
    before = address(own)
    assert is_kept(own, before)
    (folder / "js" / "app.js").write_text("// second")
    assert not is_kept(own, before), "the browser would keep the new text under the old version"
    after = address(own)
    assert after != before
    assert is_kept(own, after)
    assert not is_kept(own, before)


SUFFIXES = sorted({path.suffix for path in server.STATIC.rglob("*") if path.is_file()})


@pytest.fixture
def odd_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that has registered a wrong type for every file, as some Windows has for .js."""
    monkeypatch.setattr(mimetypes, "_db", None)
    monkeypatch.setattr(mimetypes, "knownfiles", [])
    for suffix in SUFFIXES:
        mimetypes.add_type("application/octet-stream", suffix)


@pytest.mark.usefixtures("odd_system")
def test_every_file_has_its_type_whatever_the_system_says(served: Served) -> None:
    expected = {
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
    }
    assert set(SUFFIXES) == set(expected)
    version = address(served).split("/")[2]
    for suffix, kind in expected.items():
        file = min(path for path in server.STATIC.rglob(f"*{suffix}"))
        path = file.relative_to(server.STATIC).as_posix()
        for place in (f"/{path}", f"/v/{version}/{path}"):
            answer = served.get(place)
            assert answer.status == 200, place
            assert answer.headers["content-type"] == kind, place
    for kind in ("css", "js"):
        answer = served.get(f"/v/{version}/pages/game.{kind}")
        assert answer.headers["content-type"] == expected[f".{kind}"]


def test_a_file_that_is_added_makes_a_new_version(own: Served, folder: Path) -> None:
    before = address(own)
    (folder / "js" / "more.js").write_text("// more")
    assert address(own) != before


def test_a_version_is_known_to_a_server_that_nobody_has_visited(own: Served, folder: Path) -> None:
    version = Assets(folder, (server.DATA,), []).version()
    assert is_kept(own, f"/v/{version}/js/app.js")


def test_a_file_that_is_asked_for_is_the_only_one_that_is_read(
    own: Served, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "js" / "more.js").write_text("// more")
    path = address(own)
    read, read_bytes = [], Path.read_bytes

    def recorded(file: Path) -> bytes:
        read.append(file)
        return read_bytes(file)

    monkeypatch.setattr(Path, "read_bytes", recorded)
    assert is_kept(own, path.replace("pages/game.js", "js/app.js"))
    assert address(own) == path
    assert read == [folder / "js" / "app.js"]


def test_all_styles_of_a_page_come_as_one_file_in_their_order(own: Served, folder: Path) -> None:
    (folder / "css").mkdir()
    (folder / "css" / "page.css").write_text("p { color: red }\n")
    (folder / "css" / "board.css").write_text("p { color: blue }\n")
    links = [f'<link rel="stylesheet" href="css/{name}.css">\n' for name in ("page", "board")]
    (folder / "index.html").write_text("".join(links))
    page = own.get("/").body.decode()  # type: ignore[attr-defined]
    found = re.findall(r'href="(v/\w+/pages/game\.css)"', page)
    assert len(found) == 1
    assert "css/page.css" not in page
    styles = own.get(f"/{found[0]}")
    assert styles.body == b"p { color: red }\np { color: blue }\n"  # type: ignore[attr-defined]
    assert is_kept(own, f"/{found[0]}")
    (folder / "css" / "board.css").write_text("p { color: green }\n")
    assert not is_kept(own, f"/{found[0]}"), "the browser would keep it under the old version"
    assert own.get(f"/{found[0].replace('game', 'other')}").status == 404
