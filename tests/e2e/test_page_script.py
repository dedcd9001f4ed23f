"""The page alone, told by a script what is the case: every size, every mark, every mishap."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, mark, piece, plies, state
from tests.e2e.page_support import (
    DESKTOP,
    PHONE,
    ROOT,
    Message,
    Script,
    centre,
    drag,
    name_of,
    opened,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


SIDES = ("black", "white")


@pytest.fixture(scope="module")
def served() -> Iterator[Script]:
    with Script() as running:
        yield running


@pytest.fixture
def script(served: Script) -> Script:
    """The script at its beginning, with all lights dark."""
    served.asked.clear()
    served.publish(HELLO, state(), hand(), bytes(3 * 64))
    return served


@pytest.fixture(scope="module")
def tab(browser: Browser, served: Script) -> Iterator[Page]:
    with opened(browser, served.url) as shown:
        yield shown


@pytest.fixture
def page(tab: Page, script: Script) -> Page:
    """The page, loaded anew by a browser that remembers nothing."""
    tab.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    tab.evaluate("localStorage.removeItem('kamisado-board')")
    tab.reload()
    wait_for_prompt(tab, "any tower")
    wait_for_name(tab, "d8", "tower")
    return tab


def asks(*messages: Message) -> Callable[[list[Message]], bool]:
    return lambda asked: asked == list(messages)


def lift(square: str) -> Message:
    return {"t": "lift", "square": square}


def put(square: str, piece: str = "black-pink") -> Message:
    return {"t": "put", "square": square, "piece": piece}


def glow(page: Page, square: str) -> tuple[float, str]:
    """Opacity and colour of the light around a square."""
    opacity, colour = page.evaluate(
        "square => { const s = document.querySelector(`[data-led='${square}'] .glow`).style;"
        " return [Number(s.opacity), s.color]; }",
        square,
    )
    return float(opacity), str(colour)


# Names and shapes


def test_every_cell_is_named_by_square_colour_piece_and_mark(page: Page, script: Script) -> None:
    assert page.get_by_role("grid", name="Kamisado board").get_by_role("row").count() == 8
    assert page.get_by_role("gridcell").count() == 64
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    marks = [mark("d8", "required", "tower", "must move")]
    script.publish(state(marks=marks, last={"from": "a1", "to": "d4"}))
    wait_for_name(page, "d8", "must move")
    assert name_of(page, "d8") == "d8, pink square, black pink tower, must move"
    assert name_of(page, "e8") == "e8, black yellow tower, 2 teeth"
    assert name_of(page, "e1") == "e1, white pink tower, 1 tooth"
    assert name_of(page, "d4") == "d4, brown square, empty, last move came here"
    assert name_of(page, "a1") == "a1, brown square, empty, last move came from here"


def test_every_light_of_the_vocabulary_has_a_shape_of_its_own(page: Page) -> None:
    vocabulary = json.loads((ROOT / "host" / "data" / "led_vocab.json").read_text(encoding="utf-8"))
    roles = [[entry, role] for entry, it in vocabulary["entries"].items() for role in it["roles"]]
    shapes = page.evaluate(
        "async roles => { const { shapeOf } = await import('/js/marks.js');"
        " return roles.map(([entry, role]) => shapeOf({ entry, role })?.outerHTML ?? null); }",
        roles,
    )
    drawn = {(entry, role): shape for (entry, role), shape in zip(roles, shapes, strict=True)}
    # The page tells these elsewhere: in its text, by a board in grey, by the final score; and it
    # draws the squares of the game alone.
    silent = {key for key, shape in drawn.items() if shape is None}
    elsewhere = {("thinking", "orbit"), ("lost", "corners"), ("match", "rings")}
    assert silent == elsewhere | {("area", "squares")}
    different = {("required", "tower"), ("legal", "squares"), ("legal", "origin")}
    different |= {("winning", "square"), ("losing", "square"), ("illegal", "square")}
    different |= {("putback", "home"), ("blocked", "tower"), ("accepted", "square")}
    different |= {("push", "pusher"), ("fill", "here"), ("execute", "to"), ("last", "to")}
    different |= {("choice", "corner"), ("reward", "tower"), ("fill", "from"), ("fill", "rest")}
    assert len({drawn[key] for key in different}) == len(different)


def test_a_mark_is_drawn_on_its_square(page: Page, script: Script) -> None:
    script.publish(state(marks=[mark("d4", "legal", "squares", "legal")]))
    page.wait_for_selector("[data-mark='legal d4']", state="attached")
    box = page.locator("[data-mark='legal d4']").bounding_box()
    assert box is not None
    x, y = centre(page, "d4")
    assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx(
        (x, y), abs=2
    )


def test_another_size_without_colours_is_drawn_as_well(browser: Browser) -> None:
    hello = HELLO | {"game": "hasami", "size": [9, 9], "square_colours": {}}
    stones = [
        {"square": square, "side": side, "name": "stone", "teeth": 0}
        for square, side in (("i9", "black"), ("a1", "white"), ("b1", "white"))
    ]
    shown = state(pieces=stones, movable_squares=["a1", "b1"], prompt="White to move: any stone.")
    with Script(hello, shown) as script, opened(browser, script.url) as page:
        wait_for_name(page, "i9", "stone")
        assert page.get_by_role("gridcell").count() == 81
        assert name_of(page, "i9") == "i9, black stone"
        assert name_of(page, "e5") == "e5, empty"
        assert page.locator(".tower").count() == 3
        script.publish(bytes(3 * 80) + b"\x99\x99\x99")
        page.wait_for_function(
            "() => document.querySelector(\"[data-led='i9'] .glow\")?.style.opacity > 0.9"
        )
        assert violations(page) == []


def test_a_colour_that_is_not_known_is_drawn_as_bare_wood(browser: Browser) -> None:
    hello = HELLO | {"game": "fourth", "square_colours": {"a1": "violet", "b1": "brown"}}
    fill = "square => getComputedStyle(document.querySelector(square)).fill"
    with Script(hello, state(pieces=[])) as script, opened(browser, script.url) as page:
        page.wait_for_selector(".tile.c-violet")
        violet, brown, bare = (
            page.evaluate(fill, f".tile.c-{name} .tint") for name in ("violet", "brown", "none")
        )
        assert violet == bare != brown


def test_the_legend_shows_what_occurs_in_the_game(page: Page, script: Script) -> None:
    page.get_by_text("Marks, colours").click()
    legend = page.locator("#legend li")
    always = ["must move", "may move", "may go here", "wins", "last move"]
    proven = ["proven to win", "proven to lose", "not known yet"]
    towers = ["gets a tooth", "choose by this square"]
    stones = ["would be captured"]

    def shows(shown: list[str], hidden: list[str]) -> None:
        for words in shown + hidden:
            expect(legend.get_by_text(words, exact=True)).to_have_count(int(words in shown))

    shows([*always, *proven, *towers], stones)
    script.publish(HELLO | {"game": "hasami", "square_colours": {}, "provable": False})
    shows([*always, *stones], [*proven, *towers])


# The hand


def test_a_second_thought_puts_the_first_tower_back(page: Page, script: Script) -> None:
    tap(page, "d8")
    tap(page, "e8")
    script.wait_for(asks(lift("d8"), lift("e8"), put("d8")))
    script.publish(hand(yellow=None))
    wait_for_name(page, "e8", "lifted")
    tap(page, "e8")
    script.wait_for(asks(lift("d8"), lift("e8"), put("d8"), put("e8", "black-yellow")))


def test_a_drag_lifts_before_it_ends(page: Page, script: Script) -> None:
    page.mouse.move(*centre(page, "d8"))
    page.mouse.down()
    page.mouse.move(*centre(page, "d6"), steps=3)
    script.wait_for(asks(lift("d8")))
    assert page.locator(".tower.carried").count() == 1
    page.mouse.up()
    script.wait_for(asks(lift("d8"), put("d6")))


def test_a_tower_dropped_beside_the_board_waits_in_the_tray(page: Page, script: Script) -> None:
    page.mouse.move(*centre(page, "d8"))
    page.mouse.down()
    page.mouse.move(1100, 600, steps=4)
    page.mouse.up()
    script.publish(hand(pink=None))
    held = page.get_by_role("button", name="black pink tower, in your hand")
    held.wait_for()
    assert page.locator('[data-piece="black-pink"]').count() == 0
    box = held.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*centre(page, "d4"), steps=4)
    page.mouse.up()
    script.wait_for(asks(lift("d8"), put("d4")))


def test_a_drop_on_an_occupied_square_stays_in_the_hand(page: Page, script: Script) -> None:
    drag(page, "d8", "e8")
    page.get_by_role("button", name="black pink tower, in your hand").wait_for()
    script.wait_for(asks(lift("d8")))


def test_a_press_that_ends_beside_the_board_does_not_block_the_next(
    page: Page, script: Script
) -> None:
    page.mouse.move(*centre(page, "d5"))
    page.mouse.down()
    page.mouse.move(1100, 600, steps=3)
    page.mouse.up()
    tap(page, "d8")
    script.wait_for(asks(lift("d8")))


def test_a_wish_that_is_not_granted_is_taken_back(page: Page, script: Script) -> None:
    tap(page, "d8")
    wait_for_name(page, "d8", "lifted")
    # The simulator never confirms it.
    page.wait_for_function(
        "() => document.querySelector(\"[data-square='d8']\")?.getAttribute('aria-label')"
        " === 'd8, pink square, black pink tower'"
    )


def test_after_a_reload_a_held_tower_is_in_the_tray(page: Page, script: Script) -> None:
    tap(page, "d8")
    script.wait_for(asks(lift("d8")))
    script.publish(hand(pink=None))
    page.reload()
    page.get_by_role("button", name="black pink tower, in your hand").wait_for()
    tap(page, "d4")
    script.wait_for(asks(lift("d8"), put("d4")))


def test_a_pile_beside_the_board_is_chosen_by_a_click_of_the_mouse(
    page: Page, script: Script
) -> None:
    stones = [piece("stone", None, side) | {"where": "box"} for side in SIDES]
    script.publish({"t": "hand", "pieces": stones})
    black, white = (page.locator(f"button.pile[data-id={side}-stone]") for side in SIDES)
    black.click()
    expect(black).to_have_attribute("aria-pressed", "true")
    white.click()
    expect(white).to_have_attribute("aria-pressed", "true")
    expect(black).to_have_attribute("aria-pressed", "false")
    white.click()
    expect(white).to_have_attribute("aria-pressed", "false")
    white.drag_to(black)
    black.drag_to(white)
    expect(page.locator("button.pile[aria-pressed=true]")).to_have_count(0)
    black.click()
    tap(page, "c3")
    script.wait_for(asks(put("c3", "black-stone")))


def test_a_real_board_is_a_live_view(browser: Browser) -> None:
    with Script(HELLO | {"virtual": False}, state()) as script, opened(browser, script.url) as page:
        wait_for_name(page, "d8", "tower")
        assert not page.locator("#tray-box").is_visible()
        drag(page, "d8", "d4")
        page.locator('[data-square="d8"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => document.getElementById('live').textContent.includes('by hand')"
        )
        assert script.asked == []
        script.publish(state(lifted="d8"))
        wait_for_name(page, "d8", "black pink tower lifted")
        assert page.locator('.tower.hovering[data-piece="black-pink"]').count() == 1


# The lights


def test_the_light_is_the_picture(page: Page, script: Script) -> None:
    snapshot = bytearray(3 * 64)
    snapshot[0:3] = bytes((153, 153, 153))
    snapshot[3:6] = bytes((0, 8, 31))
    snapshot[3 * 63 :] = bytes((153, 63, 0))
    script.publish(bytes(snapshot))
    page.wait_for_function(
        "() => document.querySelector(\"[data-led='a1'] .glow\")?.style.opacity == 1"
    )
    assert glow(page, "a1") == (1.0, "rgb(255, 255, 255)")
    assert glow(page, "c1")[0] == 0
    dim, blue = glow(page, "b1")
    assert 0.4 < dim < 0.8
    assert blue == "rgb(0, 139, 255)"
    assert glow(page, "h8") == (1.0, "rgb(255, 172, 0)")
    script.publish(bytes(3 * 64))
    page.wait_for_function(
        "() => document.querySelector(\"[data-led='h8'] .glow\")?.style.opacity == 0"
    )


def test_light_shines_around_the_square_and_not_through_its_colour(
    page: Page, script: Script
) -> None:
    def pixels() -> list[list[int]]:
        """The middle of e5, and the frame at its left, as the screen shows them."""
        x, y = centre(page, "e5")
        width = page.locator('[data-square="e5"]').bounding_box()["width"]  # type: ignore[index]
        shot = page.screenshot(clip={"x": x - width / 2, "y": y, "width": width, "height": 1})
        return page.evaluate(
            """async bytes => {
              const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
              const canvas = new OffscreenCanvas(bitmap.width, 1);
              const context = canvas.getContext('2d', { willReadFrequently: true });
              context.drawImage(bitmap, 0, 0);
              const at = part => [...context.getImageData(bitmap.width * part, 0, 1, 1).data];
              return [at(0.5), at(0.07)];
            }""",
            list(shot),
        )

    tile, dark = pixels()
    snapshot = bytearray(3 * 64)
    snapshot[3 * 36 : 3 * 37] = bytes((0, 38, 153))
    script.publish(bytes(snapshot))
    page.wait_for_function(
        "() => document.querySelector(\"[data-led='e5'] .glow\")?.style.opacity == 1"
    )
    lit_tile, lit = pixels()
    assert lit_tile == tile
    assert max(dark[:3]) < 60
    assert lit[2] > 200


def test_reduced_motion_holds_the_light_instead_of_blinking(
    browser: Browser, script: Script
) -> None:
    with opened(browser, script.url, reduced_motion="reduce") as page:
        script.publish(b"\x99\x3f\x00" * 64)
        page.wait_for_function(
            "() => document.querySelector(\"[data-led='a1'] .glow\")?.style.opacity == 1"
        )
        script.publish(bytes(3 * 64), state(rev=2, prompt="The dark picture has come."))
        wait_for_prompt(page, "dark picture")
        page.evaluate("new Promise(requestAnimationFrame)")
        assert glow(page, "a1")[0] == 1
        page.wait_for_function(
            "() => document.querySelector(\"[data-led='a1'] .glow\")?.style.opacity == 0"
        )


# Words


def test_what_happened_is_said_shown_and_read_aloud_if_wanted(page: Page, script: Script) -> None:
    page.evaluate("() => { speechSynthesis.speak = said => (window.said ??= []).push(said.text); }")
    script.publish({"t": "notice", "level": "info", "text": "Pink 4 Brown."})
    page.wait_for_selector(".toast.shown")
    assert page.locator("#toast").inner_text() == "Pink 4 Brown."
    assert "Pink 4 Brown." in page.locator("#live").inner_text()
    assert page.evaluate("window.said") is None
    assert page.get_by_role("button", name="Speech").get_attribute("aria-pressed") == "false"
    page.get_by_role("button", name="Speech").click()
    script.publish({"t": "notice", "level": "warn", "text": "That is wrong."})
    page.wait_for_selector(".toast.shown.warn")
    assert "That is wrong." in page.locator("#alert").inner_text()
    page.wait_for_function("window.said?.includes('That is wrong.')")


def test_trouble_is_told_once_and_shown_until_it_is_over(page: Page, script: Script) -> None:
    text = "A tower moves forward only (M1). Put the pink tower back on d8."
    marks = [mark("e5", "illegal", "square", "not allowed here"), mark("d8", "putback", "home")]
    script.publish(
        {"t": "notice", "level": "warn", "text": text},
        state(correction={"text": text, "squares": ["e5", "d8"]}, marks=marks),
    )
    page.wait_for_selector("#detail.correction")
    assert text in page.locator("#detail").inner_text()
    page.wait_for_function(
        "text => document.getElementById('alert').textContent.includes(text)", arg=text
    )
    assert page.locator("#alert").inner_text().strip() == text
    assert not page.locator(".toast.shown").is_visible()
    assert name_of(page, "e5") == "e5, brown square, empty, not allowed here"
    script.publish(state())
    page.wait_for_selector("#detail:not(.correction)", state="attached")


def test_the_move_list_shows_moves_as_the_mover_saw_them(page: Page) -> None:
    def mode(side: str, start: str | None, end: str | None) -> list[int]:
        move = {"side": side, "from": start, "to": end}
        way = page.evaluate("async move => (await import('/js/moves.js')).displacement(move)", move)
        return [way["distance"], way["degrees"]]

    assert mode("white", "a1", "a5") == [4, 0]
    assert mode("white", "c1", "a3") == [2, -45]
    assert mode("black", "c8", "a6") == [2, 45]
    assert mode("black", "d8", "d4") == [4, 0]
    assert abs(mode("white", "c4", "c3")[1]) == 180
    assert mode("white", "c4", "c4") == [0, 0]
    assert mode("white", None, None) == [0, 0]


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
    hint = {"text": "d8d4", "words": "Hint: Pink 4 Brown wins. " * 8, "from": "d8", "to": "d4"}
    script.publish(state(moves=plies(61), hint=hint))
    page.wait_for_function(f"tall => ({height})() < tall", arg=tall)
    page.wait_for_function(newest)
    script.publish(state(moves=plies(61)))
    page.wait_for_function(f"tall => ({height})() === tall", arg=tall)
    page.wait_for_function(newest)
    # Whoever has scrolled back looks at something else.
    page.evaluate("document.getElementById('moves').scrollTop = 0")
    page.wait_for_timeout(100)
    script.publish(state(moves=plies(61), hint=hint))
    page.wait_for_function(f"tall => ({height})() < tall", arg=tall)
    page.wait_for_timeout(100)
    assert page.evaluate("document.getElementById('moves').scrollTop") == 0


def test_a_deadlock_is_announced_like_a_win(page: Page, script: Script) -> None:
    outcome = {"winner": "white", "reason": "Black moved last before the deadlock (M8)."}
    script.publish(state(phase="over", outcome=outcome, prompt=outcome["reason"]))
    page.wait_for_selector("#result:visible")
    assert page.locator("#result-title").inner_text() == "White wins"
    assert violations(page) == []
    page.get_by_role("button", name="Play again").click()
    script.wait_for(asks({"t": "new"}))
    script.publish(state())
    page.wait_for_selector("#result", state="hidden")


# Keys, buttons and taste


def test_letters_tell_and_jump(page: Page, script: Script) -> None:
    marks = [
        mark("d8", "legal", "origin", "lifted from here"),
        mark("d4", "legal", "squares", "legal"),
        mark("c7", "winning", "square", "legal, wins"),
    ]
    moves = plies(1)
    script.publish(state(marks=marks, moves=moves, movable=["e8"], can_takeback=True))
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 1")
    page.locator('[role=gridcell][tabindex="0"]').focus()

    def focused() -> object:
        return page.evaluate("document.activeElement.dataset.square")

    def told(key: str, text: str) -> None:
        page.keyboard.press(key)
        page.wait_for_function(
            "text => document.getElementById('live').textContent.includes(text)", arg=text
        )

    page.keyboard.press("r")
    assert focused() == "e8"
    for key, square in (("n", "c7"), ("n", "d4"), ("n", "c7"), ("Shift+N", "d4")):
        page.keyboard.press(key)
        assert focused() == square
    told("m", "2 destinations: c7 pink, legal, wins; d4 brown.")
    told("t", "Black to move: any tower.")
    told("l", "Black: Pink 4 Brown, d8 to d4.")
    for key, square in (("Home", "a4"), ("Control+Home", "a8"), ("Control+End", "h1")):
        page.keyboard.press(key)
        assert focused() == square
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        assert focused() == "h1"
    page.keyboard.press("u")
    script.wait_for(asks({"t": "takeback"}))


def test_taste_is_remembered(page: Page) -> None:
    first = page.locator("[role=gridcell]").first
    assert first.get_attribute("data-square") == "a8"
    assert page.locator("#sign-pink path").count() == 1
    page.get_by_text("Letters", exact=True).click()
    page.get_by_role("button", name="Turn board").click()
    assert page.locator("#sign-pink text").inner_html() == "K"
    page.reload()
    wait_for_name(page, "d8", "tower")
    assert page.locator("#sign-pink text").inner_html() == "K"
    assert page.get_by_role("radio", name="Letters").is_checked()
    assert page.locator("[role=gridcell]").first.get_attribute("data-square") == "h1"
    box, corner = centre(page, "d8"), centre(page, "h1")
    assert box[1] > corner[1]


def test_nonsense_in_the_memory_of_the_browser_is_forgotten(page: Page) -> None:
    page.evaluate("localStorage.setItem('kamisado-board', '{\"symbols\": 7, \"turned\": 1')")
    page.reload()
    wait_for_name(page, "d8", "tower")
    assert page.get_by_role("radio", name="Kanji").is_checked()


# The link


@pytest.mark.parametrize("kind", ["lost", "connecting", "refused"])
def test_a_board_that_is_not_there_is_grey_and_says_so(
    page: Page, script: Script, kind: str
) -> None:
    assert not page.locator("#veil").is_visible()
    script.publish(state(link={"state": kind, "text": "The board does not answer."}))
    page.wait_for_selector(".stage.lost #veil:visible")
    assert page.locator("#veil").inner_text() == "The board does not answer."
    assert page.locator("#link").inner_text() == "The board does not answer."
    assert "grayscale" in page.locator("#board").evaluate("e => getComputedStyle(e).filter")
    script.publish(state())
    page.wait_for_selector("#stage:not(.lost)")
    assert not page.locator("#veil").is_visible()


# Sizes and modes


def test_nothing_scrolls_sideways(browser: Browser, script: Script) -> None:
    """640x430 is 1280x860 at 200 %; 320 wide is what WCAG 1.4.10 asks for."""
    correction = {"text": "A tower moves forward only (M1). " * 3, "squares": ["e5"]}
    script.publish(state(correction=correction, moves=plies(40)))
    sizes = [(390, 844), (320, 640), (640, 430), (844, 390), (1280, 860), (2560, 1400)]
    with opened(browser, script.url) as page:
        page.wait_for_selector("#detail.correction")
        page.get_by_text("Keyboard", exact=True).click()
        page.get_by_text("Marks, colours").click()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            board = page.locator("#board").bounding_box()
            assert board is not None
            assert board["x"] >= 0
            assert board["x"] + board["width"] <= width


def test_the_board_stays_where_it_is_while_what_is_told_above_it_grows(
    browser: Browser, script: Script
) -> None:
    def top() -> float:
        box = page.locator("#board").bounding_box()
        assert box is not None
        return box["y"]

    script.publish(state())
    correction = {"text": "A tower moves forward only (M1). " * 8, "squares": ["e5"]}
    with opened(browser, script.url, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        wait_for_name(page, "d8", "tower")
        status = page.locator("#detail").locator("..")
        at, height = top(), status.evaluate("card => card.offsetHeight")
        script.publish(state(correction=correction))
        page.wait_for_selector("#detail.correction")
        assert status.evaluate("card => card.offsetHeight") > height + 50
        assert top() == pytest.approx(at, abs=1)
        script.publish(state())
        page.wait_for_selector("#detail:not(.correction)", state="attached")
        assert top() == pytest.approx(at, abs=1)


def test_everything_to_touch_is_large_enough_on_a_phone(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        wait_for_name(page, "d8", "tower")
        page.touchscreen.tap(*centre(page, "d8"))
        page.get_by_role("button", name="in your hand").wait_for()
        small = page.evaluate(
            """[...document.querySelectorAll(
                '[role=gridcell], button, .choices label, summary')]
              .filter(e => e.checkVisibility())
              .map(e => [e.outerHTML, e.getBoundingClientRect()])
              .filter(([, box]) => Math.min(box.width, box.height) < 44)
              .map(([html, box]) => `${box.width}x${box.height} ${html}`)"""
        )
        assert small == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_to_mend(browser: Browser, script: Script, phone: bool) -> None:
    context = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    marks = [mark("d8", "putback", "home", "put it back here"), mark("e5", "illegal", "square")]
    correction = {"text": "A tower moves forward only (M1).", "squares": ["e5"]}
    script.publish(state(moves=plies(9), marks=marks, correction=correction, can_takeback=True))
    script.publish(hand(pink=None))
    with opened(browser, script.url, **context) as page:
        page.wait_for_selector("#detail.correction")
        page.get_by_text("Keyboard", exact=True).click()
        page.get_by_text("Marks, colours").click()
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], scheme


def test_forced_colours_leave_the_board_its_own(browser: Browser, script: Script) -> None:
    with opened(browser, script.url, forced_colors="active") as page:
        wait_for_name(page, "d8", "tower")
        fills = page.evaluate(
            "[...document.querySelectorAll('.tile.c-pink .tint, .tile.c-brown .tint')]"
            ".map(e => getComputedStyle(e).fill)"
        )
        assert len(set(fills)) == 2
        pressed = page.locator("input:checked + span").first
        other = page.locator("input:not(:checked) + span").first
        background = "e => getComputedStyle(e).backgroundColor"
        assert pressed.evaluate(background) != other.evaluate(background)
