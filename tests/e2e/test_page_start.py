"""The start screen, saved matches, rules and tutorials, as who opens the page first finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, hand, plies, state
from tests.e2e.page_sizes import SIZES, at_size
from tests.e2e.page_support import (
    DESKTOP,
    PHONE,
    Message,
    Script,
    choose,
    drag,
    name_of,
    opened,
    program,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

SAVED = {
    "id": 7,
    "title": "standard match",
    "rounds": 2,
    "moves": 12,
    "changed": "2026-11-21T05:31:00Z",
    "clock": "10+5",
    "result": None,
    "opponent": "Level 4",
    "names": {"white": "", "black": ""},
    "far": False,
    "current": False,
}
OVER = SAVED | {"id": 6, "result": "White wins.", "moves": 30}


@pytest.fixture(scope="module")
def start_tab(browser: Browser) -> Iterator[Page]:
    """A tab in which the start screen is not closed; one for all tests."""
    with opened(browser, "about:blank", start=True) as shown:
        yield shown


@pytest.fixture
def first(start_tab: Page, script: Script) -> Iterator[Page]:
    """The page as it is opened for the first time, with saved matches."""
    start_tab.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    script.publish(HELLO | {"saves": True}, state(), hand())
    start_tab.goto(script.url)
    wait_for_name(start_tab, "d8", "tower")
    script.wait_for(lambda asked: {"t": "matches"} in asked)
    script.publish({"t": "matches", "matches": [OVER, SAVED]})
    expect(start_tab.locator("#continue")).to_be_visible()
    script.asked.clear()
    yield start_tab
    start_tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    # What it goes on to draw would cost the tests that follow.
    start_tab.goto("about:blank")


@pytest.mark.parametrize(
    ("name", "dialog"),
    [("Rules", "Rules"), ("Settings", "Settings"), ("Marks and keys", "Marks and keys")],
)
def test_rules_settings_and_keys_are_there_before_a_game_is_begun(
    first: Page, name: str, dialog: str
) -> None:
    first.locator("#start").get_by_role("button", name="Menu").click()
    first.locator("#menu").get_by_role("button", name=name, exact=True).click()
    shown = first.get_by_role("dialog", name=dialog)
    expect(shown).to_be_visible()
    first.keyboard.press("Escape")
    expect(first.locator("#start")).to_be_visible()


def test_the_start_screen_says_the_aim_and_goes_on_with_the_match_that_waits(
    first: Page, script: Script
) -> None:
    start = first.get_by_role("region", name="Start screen")
    expect(start).to_contain_text("Reach the far row.")
    expect(start.locator("#continue")).to_contain_text(
        "Standard match · Round 2 · 12 moves · 10 + 5 · Level 4"
    )
    assert violations(first) == []
    start.get_by_role("button", name="Continue").click()
    script.wait_for(lambda asked: {"t": "open", "match": 7} in asked)
    expect(start).to_be_hidden()
    first.reload()
    wait_for_name(first, "d8", "tower")
    expect(start).to_be_hidden()
    choose(first, "Start screen")
    expect(start).to_be_visible()


def test_the_computer_is_played_at_a_level_and_a_colour(first: Page, script: Script) -> None:
    first.get_by_role("slider", name="Level").fill("7")
    first.locator("#play-computer").get_by_text("White", exact=True).click()
    first.locator("#play-computer").get_by_role("button", name="Play").click()
    wanted = {"t": "new", "game": "kamisado-single", "clock": "", "opponent": "7", "plays": "black"}
    script.wait_for(lambda asked: wanted in asked)
    expect(first.locator("#start")).to_be_hidden()


def test_each_level_says_what_it_does_and_the_one_that_was_played_last_is_kept(
    first: Page, script: Script
) -> None:
    does = first.locator("#start-level-does")
    expect(first.get_by_role("slider", name="Level")).to_have_value("2")
    expect(does).to_have_text("Child: misses many of your replies")
    for language, told in (("ru", "Ребёнок: "), ("en", "Child: ")):
        first.locator("#start-language").select_option(language)
        expect(does).to_contain_text(told)
    first.get_by_role("slider", name="Level").fill("10")
    expect(does).to_have_text("Perfect: proves who wins")
    first.locator("#play-computer").get_by_role("button", name="Play").click()
    script.wait_for(lambda asked: any(each.get("opponent") == "10" for each in asked))
    first.reload()
    expect(first.get_by_role("slider", name="Level", include_hidden=True)).to_have_value("10")


def test_the_start_screen_of_another_game_has_its_aim_and_begins_it_once(
    first: Page, script: Script
) -> None:
    script.publish({**HELLO, "game": "seega:limit=30", "title": "seega", "square_colours": {}})
    expect(first.locator("#aim")).to_contain_text("Place your stones")
    first.locator("#play-computer").get_by_role("button", name="Play").click()
    script.wait_for(lambda asked: any(each.get("game") == "seega" for each in asked))
    choose(first, "Start screen")
    expect(first.locator("#aim")).to_contain_text("Reach the far row.")


def test_a_game_chosen_among_the_others_leaves_the_start_screen(
    first: Page, script: Script
) -> None:
    first.locator("#start").get_by_role("button", name="Other games").click()
    first.get_by_role("button", name="Begin").click()
    script.wait_for(lambda asked: any(each["t"] == "new" for each in asked))
    expect(first.locator("#start")).to_be_hidden()


def test_a_move_on_the_board_is_an_answer_as_well(first: Page, script: Script) -> None:
    script.publish(state(moves=plies(1)))
    expect(first.locator("#start")).to_be_hidden()
    expect(first.locator("#moves li")).to_have_count(1)


def test_what_stands_on_the_board_is_asked_about_before_anything_else(
    first: Page, script: Script
) -> None:
    asked = "The pieces stand as in match 7, which is not over."
    choices = [
        {"text": "new game", "words": "Begin a new single round", "square": "a8"},
        {"text": "same game", "words": "Continue match 7", "square": "h3"},
    ]
    script.publish(state(phase="setup", prompt=asked, choices=choices))
    expect(first.locator("#start")).to_be_hidden()
    wait_for_prompt(first, asked)
    first.get_by_role("button", name="Continue match 7").click()
    script.wait_for(lambda said: {"t": "choose", "text": "same game"} in said)
    script.publish(state(phase="setup"))
    expect(first.locator("#start")).to_be_visible()


def test_who_watches_is_shown_the_match(browser: Browser, script: Script) -> None:
    with opened(browser, script.public_url, start=True) as page:
        wait_for_name(page, "d8", "tower")
        expect(page.locator("#start")).to_be_hidden()
        expect(page.locator("#status")).to_be_visible()


def test_the_start_screen_fits(first: Page) -> None:
    for width, height in SIZES:
        with at_size(first, width, height):
            assert first.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            ) == [width, height]
            box = first.locator("#start-games").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_a_new_game_is_chosen_without_scrolling(
    page: Page, script: Script, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    choose(page, "New game")
    dialog = page.locator("#new-game")
    assert dialog.evaluate("d => d.scrollHeight <= d.clientHeight")
    box = dialog.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]
    expect(dialog.get_by_label("Opponent")).to_be_focused()


HINT = {"text": "d8d4", "words": "Blue must answer (M4).", "from": "d8", "to": "d4", "line": []}
STEP = {
    **{"book": "kamisado", "number": 1, "of": 6, "goal": "move", "title": "Forward"},
    **{"text": "Towers go forward (M1).", "task": "Move one (M2).", "done": "Done."},
}


@pytest.mark.parametrize(
    ("told", "place", "rules"),
    [
        (state(prompt="Black must pass (M5)."), "#prompt-text", ["M5"]),
        (state(hint=HINT), "#hint-words", ["M4"]),
        (state(tutorial=STEP), "#tutorial", ["M2", "M1"]),
        ({"t": "notice", "level": "warn", "text": "No push there (S3)."}, "#toast", ["S3"]),
    ],
)
def test_every_sentence_leads_to_the_rules_that_it_cites(
    page: Page, script: Script, told: Message, place: str, rules: list[str]
) -> None:
    script.publish(told)
    links = page.locator(place).get_by_role("link", include_hidden=True)
    expect(links).to_have_text(rules)
    links.first.click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


def test_while_nothing_is_known_a_player_has_one_name(browser: Browser) -> None:
    with Script() as silent, opened(browser, silent.url) as page:
        expect(page.locator("#black-name")).to_have_text("Black")
        for side in ("black", "white"):
            expect(page.locator(f"#{side}-side")).to_be_hidden()


def test_speech_is_switched_on_where_the_page_begins(first: Page) -> None:
    switch = first.locator("#start").get_by_role("button", name="Speech")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(first.locator("#speech")).to_have_attribute("aria-pressed", "true")
    assert violations(first) == []


def shown_records(asked: Sequence[Message]) -> list[object]:
    """Return the records that are to be shown."""
    return [each["record"] for each in asked if each["t"] == "show"]


def test_what_is_over_opens_to_be_looked_at(page: Page, script: Script) -> None:
    script.publish(HELLO | {"saves": True}, state(moves=plies(2)))
    choose(page, "Saved games")
    script.publish({"t": "matches", "matches": [OVER]})
    page.get_by_role("button", name="Open Standard match").click()
    script.wait_for(lambda asked: {"t": "export", "match": 6} in asked)
    script.publish({"t": "record", "match": 6, "text": "game: five"})
    script.wait_for(lambda asked: shown_records(asked) == ["game: five"])
    expect(page.get_by_role("dialog", name="Saved games")).to_be_hidden()
    assert not any(asked["t"] == "open" for asked in script.asked)


def test_records_go_out_as_files_and_links_and_come_in(
    browser: Browser, first: Page, script: Script, tmp_path: Path
) -> None:
    choose(first, "Start screen") if not first.locator("#start").is_visible() else None
    first.get_by_role("button", name="Saved games").click()
    with first.expect_download() as download:
        first.get_by_role("button", name="Download Standard match").first.click()
        script.wait_for(lambda asked: {"t": "export", "match": 6} in asked)
        script.publish({"t": "record", "match": 6, "text": "game: hasami\n↑ →\n"})
    assert download.value.suggested_filename == "kamisado-6.txt"
    file = tmp_path / "record.txt"
    file.write_text("game: hasami\n1. white a1a5\n", encoding="utf-8")
    first.get_by_text("Import a record").click()
    first.locator("#record-file").set_input_files(file)
    expect(first.locator("#record-text")).to_have_value(re.compile("a1a5"))
    first.get_by_role("button", name="Open the record").click()
    script.publish({"t": "record_read", "opened": False})
    script.wait_for(lambda asked: "game: hasami\n1. white a1a5" in shown_records(asked))
    code = first.evaluate(
        "async () => { const { encoded } = await import('/js/sharing/record_link.js');"
        " return encoded('game: five\\n↑'); }"
    )
    link = script.url.replace("#", "?#")  # the key stays in this browser
    with opened(browser, link) as other:
        wait_for_name(other, "d8", "tower")
        other.goto("about:blank")
        other.goto(f"{script.public_url}#record={code}")
        script.wait_for(lambda asked: "game: five\n↑" in shown_records(asked))


def test_a_saved_match_takes_the_place_of_a_game_under_way_only_when_that_was_confirmed(
    page: Page, script: Script
) -> None:
    saved = [
        {
            "id": number,
            "title": "standard match",
            "rounds": 1,
            "moves": number,
            "changed": "2026-11-21T05:31:00Z",
            "clock": "",
            "result": None,
            "names": {"white": "", "black": ""},
            "current": False,
        }
        for number in (7, 8)
    ]
    script.publish(HELLO | {"saves": True}, state(moves=plies(2)))
    expect(page.locator("#moves li")).to_have_count(2)
    choose(page, "Saved games")
    script.publish({"t": "matches", "matches": saved})
    seventh, eighth = (
        page.get_by_role("button", name=f"Continue Standard match · {n}") for n in "78"
    )
    seventh.click()
    expect(page.locator("#put-aside")).to_contain_text("will be set aside in Saved games")
    expect(seventh).to_have_class("primary")
    assert violations(page) == []
    eighth.click()
    expect(seventh).not_to_have_class("primary")
    cancel = page.locator("#match-list").get_by_role("button", name="Cancel")
    remove = page.get_by_role("button", name="Delete Standard match · 7")
    for asking in (remove, eighth):
        asking.click()
        expect(cancel).to_have_count(1)
        cancel.press("Enter")
        expect(page.locator("#put-aside")).to_be_hidden()
        expect(cancel).to_have_count(0)
        expect(asking).to_be_focused()
    eighth.click()
    assert not any(asked["t"] in ("open", "delete") for asked in script.asked)
    eighth.click()
    script.wait_for(lambda asked: {"t": "open", "match": 8} in asked)
    expect(page.get_by_role("dialog", name="Saved games")).to_be_hidden()


def test_a_link_is_wrong_only_once_something_was_entered(first: Page) -> None:
    first.locator("#start").get_by_role("button", name="Join").click()
    field = first.locator("#join-link")
    assert not field.evaluate("field => field.matches(':user-invalid')")
    plain = field.evaluate("field => getComputedStyle(field).borderColor")
    first.locator("#join-form").get_by_role("button", name="Join").click()
    assert field.evaluate("field => getComputedStyle(field).borderColor") != plain


def test_another_site_is_asked_about_and_a_record_is_shown_here(
    first: Page, script: Script
) -> None:
    first.locator("#start").get_by_role("button", name="Join").click()
    field, told, join = (first.locator(f"#join-{name}") for name in ("link", "told", "go"))
    here = first.url
    field.fill("https://kamisado.invalid/page")
    join.click()
    expect(told).to_contain_text("https://kamisado.invalid/page leads to another site")
    expect(join).to_have_text("Go to kamisado.invalid")
    assert violations(first) == []
    field.fill("https://other.invalid/")
    expect(told).to_be_hidden()
    join.click()
    expect(join).to_have_text("Go to other.invalid")
    assert first.url == here
    field.fill("https://kamisado.invalid/#position=five/5_b")
    join.click()
    script.wait_for(lambda asked: "game: five\nstart: 5 b\n" in shown_records(asked))
    expect(first.locator("#join")).to_be_hidden()


def test_a_match_is_gone_on_with_after_the_program_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        program("--clock", "10+5", data=tmp_path) as running,
        opened(browser, running.url) as page,
    ):
        wait_for_prompt(page, "Black to move: any tower.")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        running.kill()
    with program(data=tmp_path) as again, opened(browser, again.url, start=True) as page:
        page.get_by_role("button", name="Continue").click()
        wait_for_prompt(page, "Paused")
        expect(page.locator("#moves li")).to_have_count(1)
        assert name_of(page, "d4").startswith("d4, brown square, black pink tower")
        expect(page.locator(".clock.running")).to_have_count(0)
        page.get_by_role("button", name="Resume").click()
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        expect(page.locator("#white-clock.running")).to_have_count(1)
        drag(page, "a1", "a2")
        wait_for_prompt(page, "Black to move")


@pytest.mark.slow
def test_a_tab_that_stayed_open_offers_the_match_that_was_interrupted(
    browser: Browser, tmp_path: Path
) -> None:
    with program(data=tmp_path) as running, opened(browser, running.url) as page:
        wait_for_prompt(page, "Black to move: any tower.")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        expect(page.locator("#start")).to_be_hidden()
        running.kill()
        expect(page.locator("#link")).to_have_attribute("data-state", "lost")
        with program(data=tmp_path, port=running.port):
            start = page.get_by_role("region", name="Start screen")
            expect(start).to_contain_text("Your match was interrupted.")
            expect(page.locator("#live")).to_contain_text("Your match was interrupted.")
            start.get_by_role("button", name="Continue").click()
            wait_for_prompt(page, "White to move: the brown tower on a1.")
            expect(start).to_be_hidden()
            expect(page.locator("#moves li")).to_have_count(1)
            choose(page, "Start screen")
            expect(start).to_contain_text("Reach the far row.")


def test_a_connection_that_comes_back_changes_nothing(page: Page, script: Script) -> None:
    script.publish(state(moves=plies(1)))
    expect(page.locator("#moves li")).to_have_count(1)
    script.publish(HELLO, state())
    expect(page.locator("#moves li")).to_have_count(0)
    expect(page.locator("#start")).to_be_hidden()
    script.publish(HELLO | {"run": "2"}, state())
    expect(page.locator("#start")).to_be_visible()
