"""The drawing of the board: what lies over what, and what shows the idea of the game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from host.engine.registry import game_named
from host.engine.squares import square_name
from tests.e2e.page_messages import HELLO, hand, mark, piece, plies, state
from tests.e2e.page_support import Script, centre, opened, wait_for_name, wait_for_prompt

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

GAME = game_named("kamisado-single")
PAINTED = HELLO | {
    "square_colours": {square_name(s, 8): GAME.square_colour(s) for s in range(64)},
}
LEGAL = state(
    lifted="d8",
    marks=[
        mark("d8", "legal", "origin"),
        mark("d4", "legal", "squares", "legal"),
        mark("f6", "legal", "squares", "legal"),
    ],
)


@pytest.fixture(scope="module")
def served() -> Iterator[Script]:
    with Script() as running:
        yield running


@pytest.fixture
def script(served: Script) -> Script:
    served.asked.clear()
    served.publish(PAINTED, state(), hand(), bytes(3 * 64))
    return served


@pytest.fixture(scope="module")
def tab(browser: Browser, served: Script) -> Iterator[Page]:
    with opened(browser, served.url, in_motion=True) as shown:
        yield shown


@pytest.fixture
def page(tab: Page, script: Script) -> Iterator[Page]:
    tab.reload()
    wait_for_prompt(tab, "any tower")
    wait_for_name(tab, "d8", "pink tower")
    yield tab
    tab.evaluate("document.documentElement.style.display = 'none'")


def test_the_layers_lie_in_the_order_in_which_they_must_be_seen(page: Page) -> None:
    names = page.locator("#board .drawing > g").evaluate_all("all => all.map(g => g.classList[0])")
    assert names == ["lights", "tiles", "marks", "towers", "signs", "overlay", "top"]


def test_a_tower_in_the_air_lies_over_everything_and_leaves_its_outline(
    page: Page, script: Script
) -> None:
    page.mouse.move(*centre(page, "d8"))
    page.mouse.down()
    script.wait_for(lambda asked: {"t": "lift", "square": "d8"} in asked)
    script.publish(LEGAL, hand(pink=None))
    wait_for_name(page, "d4", "legal")
    page.mouse.move(*centre(page, "d4"), steps=4)
    expect(page.locator(".top > .tower.carried.c-pink")).to_have_count(1)
    expect(page.locator(".marks .ghost")).to_have_count(1)
    assert page.locator("[data-mark='legal d4']").evaluate("m => !!m.closest('.marks')")
    page.mouse.up()
    expect(page.locator(".top .tower")).to_have_count(0)
    expect(page.locator(".marks .ghost")).to_have_count(0)


def test_every_sign_stays_clear_of_frames_and_brackets(page: Page, script: Script) -> None:
    entries = [("required", "tower"), ("last", "to"), ("accepted", "square"), ("illegal", "square")]
    for entry, role in entries:
        script.publish(state(marks=[mark("d4", entry, role, entry)]))
        wait_for_name(page, "d4", entry)
        covered = page.evaluate(
            """() => {
              const lines = [...document.querySelectorAll("[data-mark$=' d4'] .line")];
              const [x, y] = [0, 1].map(i => document.querySelector("[data-mark$=' d4']")
                .transform.baseVal.consolidate().matrix["ef"[i]] - 50);
              const inside = (px, py) => [[9, 9], [69, 69]].some(([left, top]) =>
                px > x + left && px < x + left + 22 && py > y + top && py < y + top + 22);
              return lines.some(line => Array.from({ length: 200 }, (_, i) => {
                const at = line.getPointAtLength(line.getTotalLength() * i / 200);
                return inside(at.x + x + 50, at.y + y + 50);
              }).some(Boolean));
            }"""
        )
        assert not covered, f"{entry} {role} crosses a sign"


def test_pointing_at_a_destination_shows_the_tower_that_it_binds(
    page: Page, script: Script
) -> None:
    towers = [piece("pink", None), piece("brown", "a1", "white"), piece("red", "c1", "white")]
    script.publish(LEGAL, {"t": "hand", "by_hand": False, "pieces": towers})
    wait_for_name(page, "d4", "legal")
    page.evaluate(
        "document.addEventListener('bind', ({ detail }) => { window.bound = detail?.colour; })"
    )
    page.mouse.move(*centre(page, "d4"))
    expect(page.locator(".maybe[data-thread='d4 a1']")).to_have_count(1)
    assert page.evaluate("window.bound") == "brown"
    page.mouse.move(*centre(page, "e5"))
    expect(page.locator("[data-thread]")).to_have_count(0)
    assert page.evaluate("window.bound") is None


def moved(to: str) -> dict[str, object]:
    """Black's pink tower has gone there, and White's brown one must move."""
    return state(
        turn="white",
        movable=["a1"],
        pieces=[
            {"square": to, "side": "black", "name": "pink", "teeth": 0},
            {"square": "a1", "side": "white", "name": "brown", "teeth": 0},
        ],
        moves=plies(1),
        last={"from": "d8", "to": to},
    )


def test_a_move_pulses_once_to_the_tower_that_it_binds(page: Page, script: Script) -> None:
    script.publish(moved("d4"))
    expect(page.locator(".told[data-thread='d4 a1']")).to_have_count(1)
    expect(page.locator("[data-thread]")).to_have_count(0)


def test_without_motion_the_thread_stands_still(browser: Browser, script: Script) -> None:
    with opened(browser, script.url) as page:
        wait_for_prompt(page, "any tower")
        script.publish(moved("d4"))
        thread = page.locator(".told[data-thread='d4 a1']")
        expect(thread).to_have_count(1)
        assert thread.evaluate("t => t.getAnimations({ subtree: true }).length") == 0


def test_a_won_round_is_celebrated_once(page: Page, script: Script) -> None:
    move = {**plies(1)[0], "to": "d1"}
    won = state(
        phase="over",
        outcome={"winner": "black", "reason": "Home."},
        moves=[move],
        pieces=[{"square": "d1", "side": "black", "name": "pink", "teeth": 1}],
        movable=[],
    )
    script.publish(won)
    expect(page.locator(".sweep.c-pink g")).to_have_count(8)
    expect(page.locator(".sweep g")).to_have_count(0)
    script.publish(won | {"rev": 2})
    wait_for_name(page, "d1", "d1")
    expect(page.locator(".sweep g")).to_have_count(0)


def test_the_right_button_draws_arrows_that_the_next_press_wipes_out(
    page: Page, script: Script
) -> None:
    page.mouse.move(*centre(page, "b2"))
    page.mouse.down(button="right")
    page.mouse.move(*centre(page, "b5"))
    page.mouse.up(button="right")
    expect(page.locator("[data-arrow='b2 b5']")).to_have_count(1)
    page.mouse.click(*centre(page, "g4"), button="right")
    expect(page.locator("[data-arrow='g4 g4']")).to_have_count(1)
    page.mouse.click(*centre(page, "g4"), button="right")
    expect(page.locator("[data-arrow='g4 g4']")).to_have_count(0)
    page.mouse.click(*centre(page, "h5"))
    expect(page.locator("[data-arrow]")).to_have_count(0)
    assert not script.asked


def test_drawn_arrows_turn_with_the_board(page: Page) -> None:
    page.mouse.move(*centre(page, "b2"))
    page.mouse.down(button="right")
    page.mouse.move(*centre(page, "b5"))
    page.mouse.up(button="right")
    arrow = page.locator("[data-arrow='b2 b5']")
    for turned in (False, True, False):
        if turned != page.evaluate("document.body.hasAttribute('data-turned')"):
            page.get_by_role("button", name="Flip").click()
        expect(arrow).to_have_count(1)
        box = arrow.bounding_box()
        assert box is not None
        # It begins a little before its first square's middle, and ends in its last one's.
        ends = sorted(centre(page, square)[1] for square in ("b2", "b5"))
        assert ends[0] - 12 < box["y"]
        assert box["y"] + box["height"] < ends[1] + 12
        assert abs(box["x"] + box["width"] / 2 - centre(page, "b2")[0]) < 5


OPPONENT = {"label": "Level 4", "side": "white", "level": "4", "thinking": False}


def wait_until_turned(page: Page, turned: bool) -> None:
    """Wait until Black's side is below, or White's."""
    page.wait_for_function(
        "turned => document.body.hasAttribute('data-turned') === turned", arg=turned
    )


def test_a_virtual_board_is_turned_to_who_plays_black_against_the_computer(
    browser: Browser, script: Script
) -> None:
    with opened(browser, script.url) as page:
        flip = page.get_by_role("button", name="Flip")
        script.publish(state(opponent=OPPONENT))
        wait_until_turned(page, True)
        expect(flip).to_have_attribute("aria-pressed", "true")
        assert centre(page, "a8")[1] > centre(page, "a1")[1]
        # The other side is remembered for Black, and for it alone.
        flip.click()
        wait_until_turned(page, False)
        script.publish(state())
        expect(page.locator("#white-name")).to_have_text("White")
        flip.click()
        wait_until_turned(page, True)
        page.reload()
        wait_until_turned(page, True)
        script.publish(state(opponent=OPPONENT))
        wait_until_turned(page, False)
        script.publish(state(opponent=OPPONENT | {"side": "black"}))
        wait_until_turned(page, True)


def test_a_real_board_is_not_turned_by_itself(page: Page, script: Script) -> None:
    script.publish(HELLO | {"virtual": False}, state(opponent=OPPONENT))
    expect(page.locator("#white-name")).to_have_text("Level 4")
    wait_until_turned(page, False)


def test_signs_are_kanji_where_they_are_read(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, locale="ja-JP") as page:
        wait_for_prompt(page, "any tower")
        expect(page.locator("input[name='symbols'][value='kanji']")).to_be_checked()


def test_the_page_fills_the_screen_and_keeps_it_on_while_a_match_is_played(
    page: Page, script: Script
) -> None:
    page.evaluate(
        """() => {
          window.locks = [];
          navigator.wakeLock.request = async kind => {
            window.locks.push(kind);
            return { released: false, release: async () => { window.locks.push('released'); } };
          };
        }"""
    )
    script.publish(moved("d4"))
    page.wait_for_function("() => window.locks.join() === 'screen'")
    script.publish(state(phase="paused"))
    page.wait_for_function("() => window.locks.join() === 'screen,released'")
    page.locator("#full-screen").dispatch_event("click")
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.locator("#full-screen").dispatch_event("click")
    page.wait_for_function("() => document.fullscreenElement === null")


def test_the_ring_of_a_mark_lies_under_its_tower_and_the_badge_over_it(
    page: Page, script: Script
) -> None:
    script.publish(state(marks=[mark("e1", "reward", "tower", "gets a tooth")]))
    wait_for_name(page, "e1", "gets a tooth")
    assert page.locator("[data-mark='reward e1']").evaluate("m => !!m.closest('.marks')")
    assert page.locator("[data-badge='e1']").evaluate("m => !!m.closest('.overlay')")
