"""The squares of the page's board: their names, colours, marks and lights."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, mark, state
from tests.e2e.page_support import (
    ROOT,
    Script,
    centre,
    choose,
    name_of,
    opened,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def glow(page: Page, square: str) -> tuple[float, str]:
    """Opacity and colour of the light around a square."""
    opacity, colour = page.evaluate(
        "square => { const s = document.querySelector(`[data-led='${square}'] .glow`).style;"
        " return [Number(s.opacity), s.color]; }",
        square,
    )
    return float(opacity), str(colour)


def test_every_cell_is_named_by_square_colour_piece_and_mark(page: Page, script: Script) -> None:
    assert page.get_by_role("grid", name="Kamisado board").get_by_role("row").count() == 8
    assert page.get_by_role("gridcell").count() == 64
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    marks = [mark("d8", "required", "tower", "must move")]
    script.publish(state(marks=marks, last={"from": "a1", "to": "d4"}))
    wait_for_name(page, "d8", "must move")
    assert name_of(page, "d8") == "d8, pink square, black pink tower, must move"
    assert name_of(page, "d4") == "d4, brown square, empty, last move came here"


def test_what_a_lift_leads_to_is_drawn_before_the_sensors_see_it(
    page: Page, script: Script
) -> None:
    marks = [mark("d8", "required", "tower", "must move")]
    origin = mark("d8", "legal", "origin", "lifted from here")
    goes = [origin, mark("d5", "legal", "squares", "legal")]
    script.publish(state(marks=marks))
    wait_for_name(page, "d8", "must move")
    script.publish(state(rev=2, marks=marks, lifting={"square": "d8", "marks": goes}))
    wait_for_name(page, "d5", "legal")
    expect(page.locator("[data-mark='legal d5']")).to_have_count(1)
    expect(page.locator("[data-mark='required d8']")).to_have_count(0)
    # It was put back before they did.
    script.publish(state(rev=3, marks=marks, lifting=None))
    wait_for_name(page, "d8", "must move")
    expect(page.locator("[data-mark='legal d5']")).to_have_count(0)


def test_marks_that_come_again_and_texts_that_stay_are_not_made_anew(
    page: Page, script: Script
) -> None:
    asked = [mark("d8", "required", "tower", "must move")]
    goes = [mark("d8", "legal", "origin", "from here"), mark("d5", "legal", "squares", "legal")]
    script.publish(state(marks=goes))
    wait_for_name(page, "d5", "legal")
    script.publish(state(marks=asked))
    wait_for_name(page, "d8", "must move")
    page.evaluate(
        """() => {
          window.made = [];
          new MutationObserver((changes) => {
            for (const { addedNodes, target } of changes) {
              if (addedNodes.length) window.made.push(target.id || target.nodeName);
            }
          }).observe(document.getElementById("status"), { childList: true, subtree: true });
          const create = document.createElementNS.bind(document);
          document.createElementNS = (space, name) => {
            window.made.push(name);
            return create(space, name);
          };
        }"""
    )
    script.publish(state(marks=goes))
    wait_for_name(page, "d5", "legal")
    expect(page.locator("[data-mark]")).to_have_count(2)
    script.publish(state(marks=asked))
    wait_for_name(page, "d8", "must move")
    expect(page.locator("[data-mark]")).to_have_count(1)
    assert page.evaluate("window.made") == []


def test_every_light_of_the_vocabulary_has_a_shape_of_its_own(page: Page) -> None:
    vocabulary = json.loads((ROOT / "host" / "data" / "led_vocab.json").read_text(encoding="utf-8"))
    roles = [[entry, role] for entry, it in vocabulary["entries"].items() for role in it["roles"]]
    shapes = page.evaluate(
        "async roles => { const { shapeOf } = await import('/js/board/marks.js');"
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
    with Script(hello, shown) as script, opened(browser, script.url, in_motion=True) as page:
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
    fill = "square => document.querySelector(square).getAttribute('fill')"
    with Script(hello, state(pieces=[])) as script, opened(browser, script.url) as page:
        page.wait_for_selector(".tile.c-violet")
        violet, brown, bare = (
            page.evaluate(fill, f".tile.c-{name} .print") for name in ("violet", "brown", "none")
        )
        assert violet == bare != brown


def test_the_legend_shows_what_occurs_in_the_game(page: Page, script: Script) -> None:
    choose(page, "Marks and keys")
    legend = page.locator("#legend li")
    always = ["must move", "may move", "may go here", "wins", "last move"]
    proven = ["winning, as proven", "proven to lose", "not proven yet"]
    towers = ["gets a tooth", "choose by this square"]
    stones = ["would be captured"]

    def shows(shown: list[str], hidden: list[str]) -> None:
        for words in shown + hidden:
            expect(legend.get_by_text(words, exact=True)).to_have_count(int(words in shown))

    shows([*always, *proven, *towers], stones)
    script.publish(HELLO | {"game": "hasami", "square_colours": {}, "provable": False})
    shows([*always, *stones], [*proven, *towers])


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
    browser: Browser, script: Script
) -> None:
    with opened(browser, script.url, painted=True) as page:
        wait_for_name(page, "e5", "brown square")

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
                  return [at(0.5), at(0.035)];
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
    with opened(browser, script.url) as page:
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
