"""The list of moves on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.page_messages import choice, plies, state
from tests.e2e.page_support import Script

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until what has changed before is drawn, and observers of sizes have been told."""


def test_the_move_list_keeps_to_its_place_and_shows_the_newest(page: Page, script: Script) -> None:
    script.publish(state(moves=plies(61)))
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 61")
    assert page.evaluate(
        "() => { const l = document.getElementById('moves').getBoundingClientRect();"
        " const n = document.querySelector('#moves .newest').getBoundingClientRect();"
        " return n.bottom <= l.bottom + 1 && n.top >= l.top - 1; }"
    )
    assert "Black: Pink 4 Brown, d8 to d4" in page.locator("#moves .newest").inner_text()
    script.publish(state(moves=plies(2)))
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 2")


@pytest.mark.parametrize("width", [1000, 1100, 1200])
def test_a_move_is_not_wider_than_its_place(page: Page, script: Script, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    script.publish(state(moves=plies(12)))
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 12")
    assert page.evaluate(
        """() => [...document.querySelectorAll('#moves li')].every(li => {
          const [to, place] = [li.querySelector('.to'), li].map(it => it.getBoundingClientRect());
          return to.right <= place.right;
        })"""
    )


def test_the_newest_move_stays_in_view_when_its_box_gets_smaller(
    page: Page, script: Script
) -> None:
    newest = """() => {
      const list = document.getElementById('moves').getBoundingClientRect();
      const newest = document.querySelector('#moves .newest')?.getBoundingClientRect();
      return newest && newest.bottom <= list.bottom + 1 && newest.top >= list.top - 1; }"""
    height = "() => document.getElementById('moves').clientHeight"
    page.set_viewport_size({"width": 1280, "height": 1100})
    script.publish(state(moves=plies(61)))
    page.wait_for_function(newest)
    tall = page.evaluate(height)
    low: ViewportSize = {"width": 1280, "height": 800}
    page.set_viewport_size(low)
    page.wait_for_function(f"tall => ({height})() < tall", arg=tall)
    page.wait_for_function(newest)
    page.set_viewport_size({"width": 1280, "height": 1100})
    page.wait_for_function(f"tall => ({height})() === tall", arg=tall)
    page.wait_for_function(newest)
    page.evaluate(DRAWN)
    # Whoever has scrolled back looks at something else.
    page.evaluate(
        """() => new Promise((resolve) => {
          const list = document.getElementById('moves');
          list.addEventListener('scroll', resolve, { once: true });
          list.scrollTop = 0;
        })"""
    )
    page.set_viewport_size(low)
    page.wait_for_function(f"tall => ({height})() < tall", arg=tall)
    page.evaluate(DRAWN)
    assert page.evaluate("document.getElementById('moves').scrollTop") == 0


@pytest.mark.parametrize("first", ["black", "white"])
def test_who_has_begun_stands_in_the_first_column(page: Page, script: Script, first: str) -> None:
    moves = plies(4)
    if first == "white":
        moves = [move | {"side": "white" if move["side"] == "black" else "black"} for move in moves]
    for count in (1, 2, 4):
        script.publish(state(moves=moves[:count]))
        expect(page.locator("#moves li")).to_have_count(count)
        for number, entry in enumerate(page.locator("#moves li").all()):
            box, list_box = entry.bounding_box(), page.locator("#moves").bounding_box()
            assert box is not None
            assert list_box is not None
            middle = list_box["x"] + list_box["width"] / 2
            assert (box["x"] < middle) is (number % 2 == 0)


def test_the_moves_of_a_match_stand_under_the_headings_of_their_rounds(
    page: Page, script: Script
) -> None:
    first = [*plies(3), choice(4, "black", "Fill from the left")]
    both = [*first, *plies(2, round_number=2, begin=5)]
    headings = page.locator("#moves h2:visible")
    script.publish(state(moves=first))
    expect(page.locator("#moves li")).to_have_count(4)
    expect(headings).to_have_count(0)
    script.publish(state(moves=both))
    expect(headings).to_have_text(["Round 1", "Round 2"])
    second = page.get_by_role("list", name="Moves of round 2")
    expect(second.get_by_role("listitem")).to_have_count(2)
    expect(page.locator("#moves .newest")).to_have_count(1)
    line = page.locator("#moves li.choice")
    expect(line).to_have_text("4.Black: Fill from the left")
    box, column = line.bounding_box(), page.locator("#moves li.black").first.bounding_box()
    assert box is not None
    assert column is not None
    assert box["width"] > 1.5 * column["width"]
    script.publish(state(moves=first[:2]))
    expect(page.locator("#moves li")).to_have_count(2)
    expect(headings).to_have_count(0)
    expect(page.locator("#moves .newest")).to_contain_text("2.")


def test_a_change_of_the_moves_leaves_the_other_entries_alone(page: Page, script: Script) -> None:
    entries, kept = page.locator("#moves li"), page.locator("#moves li[data-kept]")
    moves = plies(22)
    script.publish(state(rev=1, moves=moves[:20]))
    expect(entries).to_have_count(20)
    page.evaluate("document.querySelectorAll('#moves li').forEach(e => e.dataset.kept = 'yes')")
    script.publish(state(rev=2, moves=moves))
    expect(entries).to_have_count(22)
    expect(kept).to_have_count(20)
    script.publish(state(rev=3, moves=moves[:19]))
    expect(entries).to_have_count(19)
    expect(kept).to_have_count(19)
    page.reload()
    expect(entries).to_have_count(19)
    expect(kept).to_have_count(0)


def test_of_many_rounds_the_newest_move_and_a_chosen_one_are_in_view(
    page: Page, script: Script
) -> None:
    shown = """selector => {
      const list = document.getElementById('moves').getBoundingClientRect();
      const entry = document.querySelector(selector)?.getBoundingClientRect();
      return entry && entry.bottom <= list.bottom + 1 && entry.top >= list.top - 1; }"""
    moves = [move | {"round": number // 25 + 1} for number, move in enumerate(plies(600))]
    script.publish(state(rev=1, moves=moves))
    expect(page.locator("#moves li")).to_have_count(600)
    page.wait_for_function(shown, arg="#moves .newest")
    for rev, count in ((2, 601), (3, 599)):
        script.publish(state(rev=rev, moves=[*moves, plies(1)[0] | {"round": 25}][:count]))
        expect(page.locator("#moves li")).to_have_count(count)
        page.wait_for_function(shown, arg="#moves .newest")
    page.evaluate("""async () => {
      const { Moves } = await import('/js/match/moves.js');
      const moves = Object.create(Moves.prototype);
      const root = document.getElementById('moves');
      const entries = [...root.querySelectorAll('li')];
      Object.assign(moves, { root, entries, blunders: new Set(), current: null });
      moves.mark(120, new Set([130]));
    }""")
    page.wait_for_function(shown, arg="#moves [aria-current]")
    expect(page.locator("#moves .blunder .number")).to_have_text("130.")


LOSE = """
const Whole = WebSocket;
window.WebSocket = class extends Whole {
  set onmessage(listener) {
    super.onmessage = event => {
      if (window.lost === undefined || !String(event.data).includes('"t":"state"')) listener(event);
      else if (window.lost) listener(event);
      else window.lost = true;
    };
  }
};
"""
"""Has the page lose a state once `lost` is false."""


def test_a_page_that_has_lost_a_state_gets_the_whole_of_it(page: Page, script: Script) -> None:
    entries = page.locator("#moves li")
    moves = plies(6)
    page.add_init_script(LOSE)
    page.reload()
    script.publish(state(rev=1, moves=moves[:2]))
    expect(entries).to_have_count(2)
    page.evaluate("window.lost = false")
    script.publish(state(rev=2, moves=moves[:4]))
    page.wait_for_function("window.lost")
    expect(entries).to_have_count(2)
    script.publish(state(rev=3, moves=moves))
    expect(entries).to_have_count(6)
    numbers = page.locator("#moves li .number").all_inner_texts()
    assert numbers == [f"{number}." for number in range(1, 7)]
