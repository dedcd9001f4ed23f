"""Teaching on the page: what is proven, with shapes and words beside the lights."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from host.ai.analysis.puzzle import puzzles
from host.cli.play.demonstration import recorded_moves
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import format_named
from host.engine.kamisado.records.record import Form, Record, write
from tests.e2e.page_messages import replay, state
from tests.e2e.page_support import (
    Message,
    Script,
    asks,
    choose,
    drag,
    open_more,
    opened,
    program,
    set_help,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import Build, played

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"
"""White's blue tower must move: c5, d4 and e3 win, the other five squares lose."""
WINNING = {"c5", "d4", "e3"}
PROVEN_S = 60.0
TUTORIAL = {
    **{"book": "kamisado", "number": 1, "of": 6, "goal": "move", "title": "Forward"},
    **{"text": "Towers go forward.", "task": "Move one.", "done": "Well done."},
}


def test_a_game_with_a_clock_begins_without_proven_values(browser: Browser) -> None:
    with (
        program("--help-level", "proven") as running,
        opened(browser, running.url) as page,
    ):
        wait_for_prompt(page, "Black to move: any tower.")
        expect(page.locator("#help input[value=proven]")).to_be_checked()
        choose(page, "New game")
        open_more(page)
        page.get_by_text("10 + 5").click()
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#help input[value=proven]")).not_to_be_checked()
        expect(page.locator("#terms")).not_to_contain_text("who wins is shown")


def test_a_hint_tells_tower_move_and_reason_and_counts_as_help(
    browser: Browser, build: Build
) -> None:
    with played(browser, build, position=MIXED) as page:
        page.set_default_timeout(PROVEN_S * 1000)
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        page.get_by_role("button", name="Hint").click()
        words = page.locator("#hint-words")
        expect(words).to_contain_text("It is winning. ")
        told = words.inner_text()
        assert told.startswith("Hint: blue from f2 to "), told
        square = told.split(" to ")[1].partition(",")[0]
        assert square in WINNING, told
        assert " move" in told
        wait_for_name(page, square, "hint: put it here")
        wait_for_name(page, "f2", "hint: take this one")
        assert violations(page) == []
        drag(page, "f2", square)
        expect(words).to_be_hidden()
        expect(page.locator("#moves .help-used")).to_have_text("hint")


def test_in_a_game_with_a_clock_no_help_is_given(browser: Browser, build: Build) -> None:
    with played(browser, build, position=MIXED, clock="10+5") as page:
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        expect(page.get_by_role("button", name="Hint")).to_be_disabled()
        set_help(page, "Who wins")
        expect(page.locator("#toast")).to_contain_text(
            re.compile("who wins is not shown", re.IGNORECASE)
        )
        expect(page.locator("#help input[value=legal]")).to_be_checked()
        choose(page, "Analyse")
        wait_for_prompt(page, "White to move.")
        page.locator("#analysis-best").click()
        expect(page.locator("#toast")).to_contain_text(
            re.compile("who wins is not shown", re.IGNORECASE)
        )
        expect(page.locator("#analysis-best")).to_have_attribute("aria-pressed", "false")
        drag(page, "f2", "d4")
        expect(page.locator("#detail")).to_contain_text("1 move tried")
        page.locator("#analysis-close").click()
        drag(page, "f2", "e3")
        wait_for_prompt(page, "Black to move: the red tower on f8.")
        choose(page, "Puzzles")
        expect(page.locator("#toast")).to_contain_text("A clock is running")
        expect(page.locator("#puzzle")).to_be_hidden()


def test_in_a_serious_game_a_pause_is_agreed_to(browser: Browser) -> None:
    with program("--serious", "--position", MIXED) as running, opened(browser, running.url) as page:
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        expect(page.locator("#terms")).to_contain_text("serious game")
        expect(page.get_by_role("button", name="Hint")).to_be_disabled()
        drag(page, "f2", "e3")
        wait_for_prompt(page, "Black to move: the red tower on f8.")
        choose(page, "Pause")
        expect(page.locator("#negotiation-text")).to_have_text("White, do you accept a pause?")
        page.get_by_role("button", name="Agree").click()
        wait_for_prompt(page, "Paused. Lift any piece")


def test_after_a_round_its_moves_are_reviewed(browser: Browser, build: Build) -> None:
    with played(browser, build, position=MIXED) as page:
        page.set_default_timeout(PROVEN_S * 1000)
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        expect(page.locator("#review")).to_be_hidden()
        drag(page, "f2", "b6")
        wait_for_prompt(page, "Black to move: the pink tower on d2.")
        drag(page, "d2", "e1")
        page.get_by_role("button", name="Review the moves").click()
        expect(page.locator("#review-summary")).to_contain_text("The win changed hands")
        blunder = page.locator("#review-moves li.blunder").first
        expect(blunder).to_contain_text("gives the win away")
        expect(blunder).to_contain_text(
            "Black must then move pink, which goes straight to the far row."
        )
        assert violations(page) == []
        expect(page.locator("#result")).to_be_hidden()
        page.locator("#review-close").click()
        page.get_by_role("button", name="Play again").click()
        expect(page.locator("#review")).to_be_hidden()


def test_in_a_replay_the_review_leads_to_the_move(browser: Browser, tmp_path: Path) -> None:
    record = tmp_path / "round.txt"
    game = KamisadoMatch(format_named("single"))
    position, moves = game.start(), []
    for text in recorded_moves():
        moves.append(game.parse_move(position, text))
        position = game.play(position, moves[-1])
    played = Record(game, game.start(), tuple(moves))
    record.write_text(write(played, Form.COORDINATES), encoding="utf-8")
    with (
        program(str(record), command="replay") as running,
        opened(browser, running.url) as page,
    ):
        page.set_default_timeout(PROVEN_S * 1000)
        choose(page, "Review the moves")
        expect(page.locator("#review-summary")).to_contain_text(
            "The win changed hands once: with move 13 (Black)."
        )
        page.get_by_role("button", name="13. Black: Green left 1 Purple").click()
        expect(page.locator("#replay-count")).to_have_text("12 of 24")


def test_the_move_that_lost_the_match_says_what_would_have_won_it(
    page: Page, script: Script
) -> None:
    won: Message = {
        **{"ply": 1, "round": 4, "side": "black", "text": "c2c1", "words": "Pink 1 Green"},
        **{"kind": "won", "after": "win", "why": "", "instead": "", "match": "", "end": 0},
        "ends": False,
        "worth": "keeps the win",
    }
    lost: Message = won | {
        **{"ply": 2, "text": "fill left", "words": "Fill from the left", "kind": "match"},
        **{"worth": "gives the match away", "after": "loss"},
        **{"match": "The match was lost here. Fill from the right wins it."},
    }
    review = {"t": "review", "moves": [won, lost], "summary": ["Given away once."], "lines": []}
    review |= {"moments": []}
    script.publish(replay(2, of=2), review | {"finished": True})
    expect(page.locator("#review-summary")).to_have_text("Given away once.")
    entry = page.locator("#review-moves li.match")
    expect(entry).to_contain_text("gives the match away")
    expect(entry).to_contain_text(str(lost["match"]))
    expect(entry.locator(".worth")).to_have_text("!")
    assert violations(page) == []
    entry.get_by_role("button", name="2. Black: Fill from the left").click()
    script.wait_for(asks({"t": "go", "ply": 1}))


def test_a_puzzle_is_tried_solved_and_left_for_the_game_again(
    browser: Browser, build: Build
) -> None:
    first, second = puzzles()[:2]
    wrong, told = next(iter(first.wrong.items()))
    with played(browser, build) as page:
        page.set_default_timeout(PROVEN_S * 1000)
        wait_for_prompt(page, "Black to move: any tower.")
        drag(page, "d8", "d4")
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        choose(page, "Puzzles")
        expect(page.get_by_role("heading", name="Puzzle 1 of 60")).to_be_visible()
        wait_for_prompt(page, "Only one move leads to a win: find it.")
        assert violations(page) == []
        drag(page, wrong[:2], wrong[2:4])
        wait_for_prompt(page, str(told.reason))
        wait_for_name(page, told.reply[2:4], "the reply goes here")
        page.get_by_role("button", name="Undo").click()
        wait_for_prompt(page, "Only one move leads to a win: find it.")
        wait_for_name(page, first.solution[:2], "must move")
        drag(page, first.solution[:2], first.solution[2:4])
        wait_for_prompt(page, "Solved: ")
        expect(page.locator("#puzzle-solved")).to_have_text("Solved so far: 1")
        assert violations(page) == []
        page.get_by_role("button", name="Next puzzle").click()
        expect(page.get_by_role("heading", name="Puzzle 2 of 60")).to_be_visible()
        wait_for_name(page, second.solution[:2], "must move")
        page.get_by_role("button", name="Grade 4").click()
        expect(page.locator("#puzzle-grade")).to_have_text("Grade 4")
        page.get_by_role("button", name="Back to the game").click()
        wait_for_prompt(page, "White to move: the brown tower on a1.")
        expect(page.locator("#puzzle")).to_be_hidden()
        wait_for_name(page, "a1", "must move")
        drag(page, "a1", "c3")
        wait_for_prompt(page, "Black to move: the brown tower on h8.")


@pytest.mark.parametrize("width", [1000, 1100, 1280])
def test_the_words_of_a_tutorial_s_buttons_are_on_them(
    page: Page, script: Script, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    script.publish(state(tutorial=TUTORIAL))
    expect(page.locator("#tutorial-next")).to_be_visible()
    wide = "buttons => buttons.filter(each => each.scrollWidth > each.clientWidth).length"
    assert page.locator("#tutorial button").evaluate_all(wide) == 0


def test_a_moment_of_a_review_is_shown_on_the_board_and_played_again(browser: Browser) -> None:
    with (
        program("--position", MIXED) as running,
        opened(browser, running.url) as page,
    ):
        page.set_default_timeout(PROVEN_S * 1000)
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        drag(page, "f2", "g3")
        wait_for_prompt(page, "Black to move: the pink tower on d2.")
        drag(page, "d2", "e1")
        page.get_by_role("button", name="Review the moves").click()
        moment = page.locator("#review-moments li")
        expect(moment).to_have_count(1)
        expect(moment).to_contain_text(
            "Move 1: White gave the win away, and Black could win with the next move."
        )
        expect(page.locator("#review-moves li.blunder")).to_contain_text(
            "gives the win away, and loses to the next move"
        )
        assert violations(page) == []
        moment.get_by_role("button", name="Show me").click()
        expect(page.locator("#detail")).to_contain_text("2 moves tried after move 0.")
        expect(page.locator("[data-move]")).to_have_count(0)
        bar = page.locator("#winning-strip button").first
        expect(bar).to_have_attribute(
            "title", "Move 1: Black can win with the next move, a blunder"
        )
        moment.get_by_role("button", name="Try again from here").click()
        expect(page.locator("#new-game")).to_be_visible()
        expect(page.locator("#opponent")).to_have_value("10")
        expect(page.locator("#plays")).to_have_value("black")
        page.get_by_role("button", name="Begin").click()
        wait_for_prompt(page, "White to move: the blue tower on f2.")
        expect(page.locator("#review")).to_be_hidden()


def test_the_board_marks_what_the_reason_of_a_hint_is_about(browser: Browser, build: Build) -> None:
    with played(browser, build, position="ob2yr1n/3Y4/8/6k1/5R1O/8/2p3g1/NG2KPB1 b b") as page:
        page.set_default_timeout(PROVEN_S * 1000)
        wait_for_prompt(page, "Black to move: the blue tower on b8.")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#hint-words")).to_contain_text(
            "White's brown can hold out on a5 only."
        )
        wait_for_name(page, "a1", "must move")
        wait_for_name(page, "a5", "safe square")
        for square in ("a1", "a5", "c2"):
            expect(page.locator(f'[data-mark="idea {square}"]')).to_be_attached()
        assert violations(page) == []
        page.locator("#status-more").click()
        page.get_by_role("button", name="Show me").click()
        expect(page.locator("#detail")).to_contain_text("moves tried after move 0.")
        page.locator("#analysis-close").click()
        wait_for_name(page, "b8", "black blue tower")
