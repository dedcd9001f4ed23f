"""The page by ear and keys alone: what is told where sighted players see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_messages import REASON, mark, plies, state
from tests.e2e.page_support import Script, asks, name_of, wait_for_name

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

WHITE = "White to move: the pink tower on e1."


def on_the_board(page: Page, key: str) -> object:
    """Press a key on the square d8; return the square that has the focus then."""
    page.locator("[data-square=d8]").focus()
    page.keyboard.press(key)
    return page.evaluate("document.activeElement.dataset.square")


@pytest.mark.parametrize(
    "changes",
    [
        {"opponent": {"label": "Level 4", "level": "4", "side": "white", "thinking": False}},
        {"phase": "over", "outcome": {"winner": "white", "reason": REASON}},
        {"phase": "between", "round": {"winner": "white", "reason": REASON}},
    ],
)
def test_who_looks_for_a_tower_while_none_is_to_be_moved_hears_what_is_going_on(
    page: Page, script: Script, changes: dict[str, object]
) -> None:
    script.publish(state(turn="white", movable=["e1"], prompt=WHITE, moves=plies(1)))
    expect(page.locator("#prompt")).to_have_text(WHITE)
    assert on_the_board(page, "r") == "e1"
    now = {"turn": "white", "movable": ["e1"], "prompt": "Wait for White.", **changes}
    script.publish(state(**now, moves=plies(1), rev=2))
    shown = REASON if changes.get("phase") == "over" else "Wait for White."
    expect(page.locator("#prompt")).to_contain_text(shown)
    page.evaluate("document.querySelector('#live').textContent = ''")
    assert on_the_board(page, "r") == "d8"
    expect(page.locator("#live")).to_contain_text(shown)


def test_a_square_is_named_with_the_tower_that_must_move_if_it_is_chosen(
    page: Page, script: Script
) -> None:
    goes = [mark("d8", "legal", "origin"), mark("d4", "legal", "squares", "legal")]
    goes.append(mark("c7", "legal", "squares", "legal"))
    script.publish(state(marks=goes, lifted="d8"))
    wait_for_name(page, "d4", "legal")
    assert name_of(page, "c7") == "c7, pink square, empty, legal, next: white pink tower on e1"
    assert name_of(page, "d4") == "d4, brown square, empty, legal", "there is no brown tower"


def test_a_hint_and_the_keys_are_a_key_away(page: Page, script: Script) -> None:
    script.publish(state(moves=plies(1)))
    expect(page.locator("#moves li")).to_have_count(1)
    on_the_board(page, "h")
    script.wait_for(asks({"t": "hint"}))
    hint = {"text": "a1a5", "words": "Brown from a1 to a5, pink.", "from": "a1", "to": "a5"}
    for _ in range(2):
        script.publish(state(moves=plies(1), hint=hint, rev=2))
        expect(page.locator("#hint-words")).to_contain_text("Brown from a1 to a5")
        page.evaluate("document.querySelector('#live').textContent = ''")
        on_the_board(page, "h")
        expect(page.locator("#live")).to_contain_text("Brown from a1 to a5, pink.")
    assert script.asked.count({"t": "hint"}) == 1, "it is told again, not looked for"
    script.publish(state(phase="paused", moves=plies(1), rev=3))
    expect(page.locator("#hint")).to_be_disabled()
    on_the_board(page, "h")
    expect(page.locator("#live")).to_contain_text("You can get a hint only while a round is played")
    on_the_board(page, "?")
    expect(page.get_by_role("dialog", name="Marks and keys")).to_be_visible()


@pytest.mark.parametrize("text", ["d8d4", "pink 4 brown"])
def test_a_move_is_typed_and_what_is_none_is_told(page: Page, script: Script, text: str) -> None:
    on_the_board(page, "/")
    field = page.get_by_role("textbox", name="Type a move")
    expect(field).to_be_focused()
    field.fill("castle")
    field.press("Enter")
    expect(page.locator("#live")).to_contain_text("castle is not a move. Type its squares")
    field.fill(text)
    field.press("Enter")
    script.wait_for(asks({"t": "play", "from": "d8", "to": "d4"}))
    assert page.evaluate("document.activeElement.dataset.square") == "d4"
    assert on_the_board(page, "/") is None
    field.press("Escape")
    assert page.evaluate("document.activeElement.dataset.square") == "d8"
