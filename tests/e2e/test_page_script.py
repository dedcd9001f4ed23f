"""The page told by a script: what is said, drawn and remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import mark, plies, state
from tests.e2e.page_support import (
    Script,
    asks,
    centre,
    choose,
    name_of,
    wait_for_name,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_what_happened_is_said_shown_and_read_aloud_if_wanted(page: Page, script: Script) -> None:
    page.evaluate(
        """() => {
          speechSynthesis.cancel = () => (window.said ??= []).push("cut");
          speechSynthesis.speak = ({text, rate}) => (window.said ??= []).push(text, rate);
        }"""
    )
    script.publish({"t": "notice", "level": "info", "text": "Pink 4 Brown."})
    page.wait_for_selector(".toast.shown")
    assert page.locator("#toast").inner_text() == "Pink 4 Brown."
    assert "Pink 4 Brown." in page.locator("#live").inner_text()
    assert page.evaluate("window.said") is None
    assert page.locator("#speech").get_attribute("aria-pressed") == "false"
    page.locator("#speech").dispatch_event("click")
    assert "Pink 4 Brown." in page.evaluate("said[1]"), "what was announced last is said at once"
    script.publish({"t": "notice", "level": "warn", "text": "That is wrong."})
    page.wait_for_selector(".toast.shown.warn")
    assert "That is wrong." in page.locator("#alert").inner_text()
    page.wait_for_function("window.said?.includes('That is wrong.')")
    set_rate = "slider => { slider.value = 1.5; slider.dispatchEvent(new Event('change')); }"
    page.locator("#rate").evaluate(set_rate)
    script.publish({"t": "spoken", "text": "Pink tower, d8. It may go to d7."})
    lifted = "['cut', 'Pink tower, d8. It may go to d7.', 1.5]"
    page.wait_for_function(f"() => JSON.stringify(said.slice(-3)) === JSON.stringify({lifted})")
    expect(page.locator("#alert")).to_have_text("")  # what is over is not found there
    page.locator("#stage").focus()
    page.keyboard.press("ArrowRight")
    # Squares that are passed are not what is said again.
    page.wait_for_function("said.at(-2).startsWith('b8')")
    page.evaluate("said.length = 0")
    page.get_by_role("button", name="Say again").click()
    page.wait_for_function(f"() => JSON.stringify(said) === JSON.stringify({lifted})")
    page.reload()
    expect(page.get_by_role("button", name="Say again")).to_be_visible()
    assert page.locator("#rate").input_value() == "1.5", "settings are kept"


def test_the_board_is_described_by_keys(page: Page, script: Script) -> None:
    page.locator("[data-square=d8]").focus()
    page.keyboard.press("b")
    ranks = {"t": "describe", "what": "ranks"}
    script.wait_for(asks(ranks))
    page.keyboard.press("5")
    script.wait_for(asks(ranks, {"t": "describe", "what": "piece", "name": "pink"}))
    script.publish({"t": "spoken", "text": "White's pink tower: e1."})
    expect(page.locator("#live")).to_contain_text("White's pink tower: e1.")
    told = page.locator("#live").text_content() or ""
    page.keyboard.press("a")
    # Read again, though it is the same: what makes it new is not seen.
    page.wait_for_function(
        "before => document.querySelector('#live').textContent !== before", arg=told
    )
    assert (page.locator("#live").text_content() or "").strip() == told.strip()


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


def test_moves_made_unseen_are_chosen_by_buttons(page: Page, script: Script) -> None:
    text = "Put the brown tower back on h1."
    chains = ["h1c6 b8h2", "h1g2 b8e5 g2c6 e5h2"]
    script.publish(
        state(
            correction={"text": text, "squares": ["c6", "h1"]},
            choices=[{"text": chain, "words": chain, "square": None} for chain in chains],
        )
    )
    offered = page.get_by_role("group", name="Instead of moving").get_by_role("button")
    offered.first.wait_for()
    assert offered.all_inner_texts() == chains
    assert text in page.locator("#detail").inner_text(), "the other way is to put it back"
    offered.last.click()
    script.wait_for(asks({"t": "choose", "text": chains[1]}))
    script.publish(state())
    page.wait_for_function("() => document.getElementById('turn-choices').hidden")


def test_letters_tell_and_jump(page: Page, script: Script) -> None:
    marks = [
        mark("d8", "legal", "origin", "lifted from here"),
        mark("d4", "legal", "squares", "legal"),
        mark("c7", "winning", "square", "wins"),
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
    told("m", "2 destinations: c7 pink, wins; d4 brown.")
    page.keyboard.press("t")
    turn = {"t": "describe", "what": "turn"}
    script.wait_for(asks(turn))
    told("l", "Black: Pink from d8 to d4, brown.")
    for key, square in (("Home", "a4"), ("Control+Home", "a8"), ("Control+End", "h1")):
        page.keyboard.press(key)
        assert focused() == square
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        assert focused() == "h1"
    page.keyboard.press("u")
    script.wait_for(asks(turn, {"t": "takeback"}))


def test_taste_is_remembered(page: Page) -> None:
    first = page.locator("[role=gridcell]").first
    assert first.get_attribute("data-square") == "a8"
    assert page.locator("#sign-pink path").count() == 1
    choose(page, "Settings")
    page.get_by_text("Letters", exact=True).click()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Flip").click()
    assert page.locator("#sign-pink text").inner_html() == "K"
    page.reload()
    wait_for_name(page, "d8", "tower")
    assert page.locator("#sign-pink text").inner_html() == "K"
    assert page.locator("#symbols input[value=letters]").is_checked()
    assert page.locator("[role=gridcell]").first.get_attribute("data-square") == "h1"
    box, corner = centre(page, "d8"), centre(page, "h1")
    assert box[1] > corner[1]


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


def test_marks_are_drawn_anew_only_if_they_change(page: Page, script: Script) -> None:
    def drawn_again(**changes: object) -> bool:
        """Publish a state; True if the mark of d8 is another element than before."""
        page.evaluate("window.before = document.querySelector(\"[data-mark$=' d8']\")")
        script.publish(state(**changes))
        page.wait_for_function(
            "prompt => document.getElementById('prompt-text').textContent === prompt",
            arg=changes["prompt"],
        )
        return bool(page.evaluate("before !== document.querySelector(\"[data-mark$=' d8']\")"))

    assert drawn_again(prompt="First.", marks=[mark("d8", "any", "")])
    assert not drawn_again(prompt="Second.", marks=[mark("d8", "any", "")])
    assert drawn_again(prompt="Third.", marks=[mark("d8", "required", "")])
