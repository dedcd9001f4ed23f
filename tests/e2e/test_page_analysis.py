"""Analysis on the page, with the program behind it: stepping, trying, proven values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_support import (
    DESKTOP,
    Program,
    centre,
    drag,
    name_of,
    opened,
    program,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Build, played

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: c5, d4 and e3 win, the other five squares lose."""
PROVEN_MS = 90_000
"""Deadline for a proof on a busy machine."""
PLACES = """() => [...document.querySelectorAll('#bar button')].filter(e => e.checkVisibility())
  .map(e => { const { x, y, width } = e.getBoundingClientRect(); return [x, y, width]; })"""
"""Evaluates to the left, top and width of each icon of the bar."""


@pytest.fixture(scope="module")
def served() -> Iterator[Program]:
    with program("--position", MIXED) as running:
        yield running


@pytest.fixture
def page(tab: Page) -> Page:
    tab.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    tab.reload()
    wait_for_prompt(tab, "White to move: the blue tower on f2.")
    wait_for_name(tab, "f2", "white blue tower")
    return tab


def analyse(page: Page) -> None:
    """Open the analysis."""
    page.locator("#analyse").dispatch_event("click")
    expect(page.locator("#analysis")).to_be_visible()


def arrows(page: Page) -> list[str]:
    """The arrows of the analysis."""
    return page.locator("[data-move]").evaluate_all(  # type: ignore[no-any-return]
        "arrows => arrows.map(arrow => arrow.dataset.move).sort()"
    )


def test_a_position_shows_its_proven_values_and_moves_can_be_tried(page: Page) -> None:
    analyse(page)
    page.locator("#analysis-best").click()
    wait_for_name(page, "d4", "Blue")
    wait_for_prompt(page, "White wins by e3, d4, c5.")
    shown = page.locator("[data-mark^='winning']").evaluate_all(
        "marks => marks.map(mark => mark.dataset.mark.split(' ')[1]).sort()"
    )
    assert shown == ["c5", "d4", "e3"]
    assert arrows(page) == ["best f2 c5", "best f2 d4", "best f2 e3"]
    assert violations(page) == []
    tap(page, "d4")
    expect(page.locator("#detail")).to_contain_text("1 move tried")
    wait_for_name(page, "d4", "white blue tower")
    page.get_by_role("button", name="Back", exact=True).click()
    wait_for_name(page, "f2", "white blue tower")
    page.locator("#analysis-best").click()
    wait_for_prompt(page, "White to move.")
    assert arrows(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#analysis")).to_be_hidden()
    wait_for_prompt(page, "White to move: the blue tower on f2.")
    assert "white blue tower" in name_of(page, "f2")


def test_a_move_is_tried_by_dragging_and_the_match_stays_as_it_is(page: Page) -> None:
    analyse(page)
    wait_for_name(page, "d4", "Blue")
    start, end = centre(page, "f2"), centre(page, "d4")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    expect(page.locator(".tower.carried.c-blue")).to_have_count(1)
    expect(page.locator(".thread")).to_have_count(1)
    page.mouse.up()
    wait_for_name(page, "d4", "white blue tower")
    expect(page.locator("#detail")).to_contain_text("1 move tried")
    expect(page.locator(".carried")).to_have_count(0)
    page.locator("[data-square='f2']").focus()
    page.keyboard.press("u")
    wait_for_name(page, "f2", "white blue tower")
    # Where it may not go it goes back.
    drag(page, "f2", "a1")
    expect(page.locator("#detail")).to_have_text("Before the first move.")
    assert "white blue tower" in name_of(page, "f2")
    page.locator("#analysis-close").click()
    wait_for_prompt(page, "White to move: the blue tower on f2.")
    expect(page.locator("#redo")).to_be_disabled()


@pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 800), (1920, 1080), (390, 844), (360, 640), (844, 390), (640, 360)],
)
def test_the_analysis_fits_and_takes_the_places_of_the_bar(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    places = page.evaluate(PLACES)
    analyse(page)
    page.locator("#analysis-best").click()
    wait_for_prompt(page, "White wins by")
    assert page.evaluate(PLACES) == places
    assert page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    ) == [width, height]
    outside = page.evaluate(
        """() => ['board', 'status', 'analysis', 'winning-strip', 'analysis-close', 'play-on',
                  'moves-box', 'bar'].filter(id => {
          const box = document.getElementById(id).getBoundingClientRect();
          return box.width < 40 || box.height < 40 || box.x < 0 || box.y < 0 ||
            box.right > innerWidth || box.bottom > innerHeight;
        })"""
    )
    assert outside == []
    overlapping = page.evaluate(
        """() => {
          const boxes = ['board', 'status', 'analysis', 'moves-box', 'bar']
            .map(id => [id, document.getElementById(id).getBoundingClientRect()]);
          return boxes.flatMap(([a, p], i) => boxes.slice(i + 1)
            .filter(([, q]) => p.x < q.right - 1 && q.x < p.right - 1 &&
                               p.y < q.bottom - 1 && q.y < p.bottom - 1)
            .map(([b]) => `${a} ${b}`));
        }"""
    )
    assert overlapping == []


def test_a_looker_on_analyses_without_touching_the_match(browser: Browser, served: Program) -> None:
    with opened(browser, served.public_url) as page:
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        analyse(page)
        page.locator("[data-square='f2']").focus()
        wait_for_name(page, "f3", "Blue")
        for key in ("ArrowUp", "Enter"):
            page.keyboard.press(key)
        wait_for_name(page, "f3", "white blue tower")
        page.keyboard.press("Escape")
        wait_for_name(page, "f2", "white blue tower")


def test_moves_lead_to_their_positions_and_play_goes_on_from_there(
    browser: Browser, build: Build
) -> None:
    with played(browser, build) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        drag(page, "a1", "a2")
        wait_for_prompt(page, "Black to move")
        page.locator("#moves li").first.click()
        bars = page.locator(".winning-strip button")
        expect(bars).to_have_count(2)
        detail = page.locator("#detail")
        expect(detail).to_have_text("After move 1 of 2.")
        wait_for_name(page, "a1", "white brown tower")
        expect(bars.first).to_have_attribute("aria-current", "step")
        expect(page.locator("#moves li").first).to_have_attribute("aria-current", "step")
        page.keyboard.press("ArrowLeft")
        wait_for_name(page, "d8", "black pink tower")
        page.keyboard.press("End")
        expect(detail).to_have_text("After move 2 of 2.")
        page.keyboard.press("Home")
        expect(detail).to_have_text("Before the first move.")
        page.locator("#analysis-forward").click()
        wait_for_name(page, "d4", "black pink tower")
        page.locator("#play-on").click()
        wait_for_prompt(page, "The current game stops here.")
        page.locator("#play-on").click()
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        expect(page.locator("#analysis")).to_be_hidden()
        wait_for_name(page, "a1", "white brown tower")
        expect(page.locator("#moves li")).to_have_count(0)


def test_the_list_of_moves_steps_by_arrow_keys(browser: Browser, build: Build) -> None:
    with played(browser, build) as page:
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        page.locator("#moves").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#detail")).to_have_text("Before the first move.")
        wait_for_name(page, "d8", "black pink tower")


def test_a_review_leads_to_the_position_before_a_move(browser: Browser, build: Build) -> None:
    with played(browser, build) as page:
        page.set_default_timeout(PROVEN_MS)
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        page.locator("#resign").dispatch_event("click")
        page.locator("#resign-second").click()
        expect(page.locator("#result")).to_be_visible()
        page.locator("#result-review").dispatch_event("click")
        page.locator("#review-moves [data-ply]").first.click()
        expect(page.locator("#detail")).to_have_text("Before the first move.")
        expect(page.locator("#board")).to_have_class("board beside")
        assert "black pink tower" in name_of(page, "d8")


def test_a_result_that_comes_beside_the_match_is_shown_on_the_way_back(
    browser: Browser, build: Build
) -> None:
    with played(browser, build) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        wait_for_name(page, "d8", "pink tower")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        analyse(page)
        expect(page.locator("#detail")).to_have_text("After move 1 of 1.")
        page.locator("#resign").dispatch_event("click")
        page.locator("#resign-second").click()
        expect(page.locator("#toast")).to_contain_text("Black has resigned")
        expect(page.locator("#result")).to_be_hidden()
        page.locator("#analysis-close").click()
        expect(page.locator("#result")).to_be_visible()
        # Once it was seen it does not come again by itself.
        page.locator("#result-close").click()
        analyse(page)
        page.locator("#analysis-close").click()
        expect(page.locator("#analysis")).to_be_hidden()
        expect(page.locator("#result")).to_be_hidden()
