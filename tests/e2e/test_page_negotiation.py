"""Negotiation on the page: resigning, draw offers, pauses, redoing moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import mark, plies, state
from tests.e2e.page_support import (
    PHONE,
    Script,
    asks,
    choose,
    name_of,
    open_more,
    opened,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


PLAYING = state(
    moves=plies(3), turn="white", may=["resign", "draw", "pause", "new"], agreement="a draw"
)


COUNTED = "the end of the game, won by White"


OFFERED = state(
    moves=plies(3),
    may=["resign"],
    prompt="White offers a draw. To accept, Black lifts a tower and putting it back.",
    offer={"action": "draw", "by": "white", "asked": "black", "words": "a draw"},
    marks=[mark("d8", "offer", "piece", "lift it and put it back to agree to a draw")],
)


PAUSED = state(
    phase="paused",
    moves=plies(3),
    may=["resign"],
    prompt="Paused. Lift any piece to continue.",
    marks=[mark(square, "paused", "corner", "paused") for square in ("a1", "h1", "a8", "h8")],
)


MENU = state(
    moves=plies(3),
    may=["resign", "pause", "new"],
    prompt="White's menu: put one tower on b4 to resign.",
    menu=[
        {"square": "b4", "action": "resign", "words": "resign", "held": None},
        {"square": "d4", "action": "pause", "words": "pause", "held": None},
        {"square": "f4", "action": "new", "words": "new match", "held": None},
    ],
    marks=[
        mark("b4", "menu", "resign", "resign"),
        mark("d4", "menu", "pause", "pause"),
        mark("f4", "menu", "new", "new match"),
        mark("e1", "putback", "home", "put the pink tower back here"),
    ],
)


def test_nothing_is_resigned_by_one_click(page: Page, script: Script) -> None:
    script.publish(PLAYING)
    choose(page, "Resign")
    dialog = page.get_by_role("dialog", name="Resign the game?")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    choose(page, "Resign")
    dialog.get_by_role("button", name="Play on").click()
    expect(dialog).to_be_hidden()
    choose(page, "Resign")
    told = ["White resigns: Black wins", "Black resigns: White wins", "Play on"]
    expect(dialog.get_by_role("button")).to_have_text(told)
    dialog.get_by_role("button", name="Black resigns").click()
    script.wait_for(asks({"t": "resign", "side": "black"}))


def test_a_question_about_a_game_that_has_ended_goes_away(page: Page, script: Script) -> None:
    script.publish(PLAYING)
    choose(page, "Resign")
    dialog = page.get_by_role("dialog", name="Resign the game?")
    expect(dialog).to_be_visible()
    script.publish(state(phase="over", outcome={"winner": "white", "reason": "White wins."}))
    expect(dialog).to_be_hidden()
    assert script.asked == []


def test_a_draw_is_offered_by_whose_turn_it_is_and_only_where_it_may_be(
    page: Page, script: Script
) -> None:
    page.locator("#menu-button").click()
    draw = page.get_by_role("button", name="Offer a draw")
    expect(draw).to_be_hidden()
    script.publish(PLAYING)
    draw.click()
    script.wait_for(asks({"t": "draw", "side": "white"}))


def test_an_offer_is_answered(page: Page, script: Script) -> None:
    panel = page.locator("#negotiation")
    expect(panel).to_be_hidden()
    script.publish(OFFERED)
    expect(page.locator("#negotiation-text")).to_have_text("Black, do you accept a draw?")
    expect(page.locator("#live")).to_contain_text("White offers a draw.")
    assert "to agree to a draw" in name_of(page, "d8")
    expect(panel.get_by_role("button")).to_have_text(["Agree", "Refuse"])
    panel.get_by_role("button", name="Agree").click()
    panel.get_by_role("button", name="Refuse").click()
    script.wait_for(asks({"t": "answer", "agree": True}, {"t": "answer", "agree": False}))
    resigned = {"action": "resign", "by": "white", "asked": "black", "words": "the resignation"}
    script.publish(OFFERED | {"offer": resigned})
    told = "White resigns. Black, do you confirm?"
    expect(page.locator("#negotiation-text")).to_have_text(told)
    script.publish(PLAYING)
    expect(panel).to_be_hidden()


def test_what_is_offered_is_what_the_host_calls_it(page: Page, script: Script) -> None:
    script.publish(PLAYING | {"agreement": COUNTED})
    expect(page.locator("#draw")).to_have_text(f"Offer {COUNTED}")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    choose(page, f"Offer {COUNTED}")
    script.wait_for(asks({"t": "draw", "side": "white"}))
    script.publish(
        OFFERED | {"offer": {"action": "draw", "by": "white", "asked": "black", "words": COUNTED}}
    )
    expect(page.locator("#negotiation-text")).to_have_text(f"Black, do you accept {COUNTED}?")


def test_a_pause_begins_and_ends(page: Page, script: Script) -> None:
    pause = page.locator("#pause")
    expect(pause).to_be_disabled()
    script.publish(PLAYING)
    choose(page, "Pause")
    script.publish(PAUSED)
    expect(pause).to_be_disabled()
    expect(page.locator("#negotiation").get_by_role("button")).to_have_text(["Resume"])
    expect(page.locator("[data-mark^=paused]")).to_have_count(4)
    assert "paused" not in name_of(page, "a1"), "told once, not by every corner"
    page.get_by_role("button", name="Resume").click()
    script.wait_for(asks({"t": "pause"}, {"t": "resume"}))


def test_a_move_is_made_again_by_button_and_by_key(page: Page, script: Script) -> None:
    again = page.get_by_role("button", name="Redo")
    expect(again).to_be_disabled()
    script.publish(state(can_redo=True))
    again.click()
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("y")
    script.wait_for(asks({"t": "redo"}, {"t": "redo"}))
    script.publish(state(can_redo=False))
    expect(again).to_be_disabled()
    page.keyboard.press("y")
    expect(page.locator("#live")).to_contain_text("no move to redo")
    assert len(script.asked) == 2


def test_that_moves_stand_is_shown_and_said(page: Page, script: Script) -> None:
    shown = page.locator("#terms")
    expect(shown).to_be_hidden()
    script.publish(state(moves=plies(3), touch_move=True))
    expect(shown).to_have_text("no takebacks")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("u")
    expect(page.locator("#live")).to_contain_text("Moves cannot be taken back.")
    assert script.asked == []


def test_whether_moves_stand_is_chosen_with_a_new_game(page: Page, script: Script) -> None:
    script.publish(state(touch_move=True))
    expect(page.locator("#terms")).to_be_visible()
    choose(page, "New game")
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_role("radio", name="No takebacks")).to_be_checked()
    dialog.get_by_text("Takebacks allowed").click()
    dialog.get_by_role("button", name="Begin").click()
    new = {"t": "new", "game": "kamisado-single", "clock": ""}
    script.wait_for(asks(new))
    choose(page, "New game")
    open_more(page)
    dialog.get_by_text("No takebacks").click()
    dialog.get_by_role("button", name="Begin").click()
    script.wait_for(asks(new, new | {"touch_move": True}))


def test_a_serious_game_is_chosen_with_a_new_game_and_shown(page: Page, script: Script) -> None:
    script.publish(state(conditions="earnest"))
    choose(page, "New game")
    open_more(page)
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_text("Off: serious game").click()
    dialog.get_by_role("button", name="Begin").click()
    new = {"t": "new", "game": "kamisado-single", "clock": ""}
    script.wait_for(asks(new | {"serious": True}))
    expect(page.locator("#terms")).to_be_hidden()
    script.publish(state(conditions="serious"))
    expect(page.locator("#terms")).to_have_text("serious game")
    hint = page.locator("#hint")
    expect(hint).to_be_disabled()
    expect(hint).to_have_attribute("title", "Hints are off in this game.")
    choose(page, "New game")
    expect(dialog.get_by_role("radio", name="Off: serious game")).to_be_checked()
    dialog.get_by_text("As in Settings").click()
    dialog.get_by_role("button", name="Begin").click()
    script.wait_for(asks(new | {"serious": True}, new))


def test_the_menu_of_the_board_is_drawn_and_read_in_words(page: Page, script: Script) -> None:
    script.publish(MENU)
    wait_for_name(page, "b4", "resign")
    wait_for_name(page, "f4", "new match")
    expect(page.locator("[data-mark^=menu]")).to_have_count(3)
    shapes = page.locator("[data-mark^=menu]").evaluate_all("marks => marks.map(m => m.innerHTML)")
    assert len(set(shapes)) == 3, "told apart without colour"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_to_mend(browser: Browser, script: Script, phone: bool) -> None:
    context = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    with opened(browser, script.url, **context) as page:
        wait_for_name(page, "d8", "tower")
        both, one = ("dark", "light"), ("light" if phone else "dark",)
        for shown, schemes in (
            (PLAYING | {"agreement": COUNTED}, both),
            (OFFERED, both),
            (PAUSED, one),
            (MENU, one),
        ):
            script.publish(shown | {"touch_move": True})
            wait_for_prompt(page, str(shown["prompt"])[:12])
            for scheme in schemes:
                page.emulate_media(color_scheme=scheme)
                assert violations(page) == [], (scheme, shown["prompt"])
        choose(page, "Resign")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
