"""The solver in a tab: the browser runs its kernel, which finds what plain Python finds there."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.site_support import LINK_MS, Site

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.starts_sites, pytest.mark.slow]

PROVE = """
import json
from host.ai.kernel.kernel import load_module
from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_position, position_text
from host.engine.kamisado.position import start

found = {"runs": load_module() is not None, "solved": []}
for text in (position_text(start()), "8/b2py2g/1BG5/5rR1/3nk2P/N2o1O2/8/3YK3 w o"):
    for plain in (False, True):
        solver, position = Solver(8, plain=plain), parse_position(text)
        winner = solver.winner(position)
        line = [move_text(move) for move in principal_variation(solver, position)]
        afters = {
            move_text(move): rules.play_unchecked(position, move)
            for move in rules.legal_moves(position)
        }
        fastest = DistanceToWin(solver, winner).fastest_wins(afters)
        found["solved"].append([winner.name, solver.nodes, line, fastest])
json.dumps(found)
"""
"""Solves positions in the tab, by the kernel and in plain Python."""
WORKER = f"""
import {{ loadPython }} from "./python.js";
try {{
  const python = await loadPython();
  self.postMessage(python.runPython({json.dumps(PROVE)}));
}} catch (error) {{
  self.postMessage(JSON.stringify({{ failed: String(error) }}));
}}
"""
ASK = """(url) => new Promise((resolve) => {
  new Worker(url, { type: "module" }).onmessage = ({ data }) => resolve(data);
})"""


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    """The site on one server for the tests of this file."""
    served = Site(site_folder)
    yield served
    served.stop()


def test_the_browser_runs_the_kernel_which_finds_what_plain_python_finds(
    browser: Browser, site: Site
) -> None:
    # Without the service worker, which would answer for the script that is no part of the site.
    with contextlib.closing(browser.new_context(service_workers="block")) as context:
        context.set_default_timeout(LINK_MS)
        script = f"{site.url}prove.js"
        context.route(
            script, lambda route: route.fulfill(body=WORKER, content_type="text/javascript")
        )
        page = context.new_page()
        page.goto(site.url)
        found = json.loads(page.evaluate(ASK, script))
    assert found.get("runs"), found
    solved = found["solved"]
    assert solved[0] == solved[1]
    assert solved[2] == solved[3]
    assert [winner for winner, *_ in solved[::2]] == ["BLACK", "WHITE"]
    assert solved[2][3] == [["f3f4"], 7]
