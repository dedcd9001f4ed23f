"""The page's files: few, packed, and kept by the browser until they change."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections import Counter

import pytest
from playwright.sync_api import Browser

from tests.e2e.page_messages import HELLO, hand, state
from tests.e2e.page_support import Script, opened, wait_for_name

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

FETCHED = """() => performance.getEntriesByType('resource')
  .filter(({ transferSize }) => transferSize > 0).map(({ name }) => name)"""


def test_a_visit_asks_for_one_script_and_one_style_and_a_reload_for_the_page_alone(
    browser: Browser,
) -> None:
    with Script(HELLO, state(), hand()) as script, opened(browser, script.url) as page:
        wait_for_name(page, "d8", "tower")
        first = page.evaluate(FETCHED)
        assert all("/v/" in name for name in first), first
        kinds = Counter(name.rpartition(".")[2] for name in first)
        assert (kinds["js"], kinds["css"]) == (1, 1)
        assert kinds.total() < 10, first
        page.reload()
        wait_for_name(page, "d8", "tower")
        assert page.evaluate(FETCHED) == []


def get(url: str, **headers: str) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): value for name, value in error.headers.items()}


def test_files_are_packed_and_kept_only_under_their_version() -> None:
    with Script() as script:
        status, page = get(script.public_url, **{"Accept-Encoding": "gzip"})
        assert (status, page["content-encoding"], page["cache-control"]) == (
            200,
            "gzip",
            "no-cache",
        )
        version = page["etag"].strip('"')
        assert get(script.public_url, **{"If-None-Match": page["etag"]})[0] == 304
        for file in ("pages/game.js", "pages/game.css", "locale/en.json", "rules/en/kamisado.json"):
            url = f"{script.public_url}v/{version}/{file}"
            status, kept = get(url, **{"Accept-Encoding": "gzip"})
            assert status == 200
            assert "immutable" in kept["cache-control"], file
            assert kept["content-encoding"] == "gzip"
        for file in ("v/0000/js/app.js", "js/app.js", "locale/en.json"):
            assert get(script.public_url + file)[1]["cache-control"] == "no-cache", file
        for file in ("../host/ui/web/server.py", "%2e%2e/web/server.py", "js", ""):
            assert get(f"{script.public_url}v/{version}/{file}")[0] == 404, file
