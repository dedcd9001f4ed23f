"""A whole match on the page: the score and clocks, between rounds, a new game, and a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_messages import HELLO, choice, clock, hand, mark, match, plies, state
from tests.e2e.page_support import (
    DESKTOP,
    PHONE,
    Message,
    Script,
    name_of,
    opened,
    violations,
    wait_for_name,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

REASON = "White's pink tower reached Black's home row on d8 (M7)."

BETWEEN = state(
    phase="between",
    turn="white",
    prompt="White chooses how the towers are set up again.",
    match=match(),
    round={"winner": "white", "reason": REASON},
    reward={
        "square": "e1",
        "side": "white",
        "name": "pink",
        "teeth": 2,
        "words": "Put a dragon tooth on White's pink tower (S1).",
    },
    choices=[
        {"text": "fill left", "words": "Fill from the left", "square": "a1"},
        {"text": "fill right", "words": "Fill from the right", "square": "e1"},
    ],
    movable=[],
    marks=[
        mark("a1", "choice", "corner", "fill from the left"),
        mark("e1", "choice", "corner", "fill from the right"),
        mark("d8", "reward", "tower", "a tooth for this tower"),
    ],
)
SETUP = state(
    phase="setup",
    prompt="Set up the board: the pink tower from e5 to d8.",
    match=match(),
    setup={"done": 3, "of": 16},
    movable=[],
    marks=[
        mark("e5", "fill", "from", "take from here", "pink"),
        mark("d8", "fill", "here", "put the pink tower here", "pink"),
        mark("e8", "fill", "rest", "the yellow tower belongs here", "yellow"),
    ],
)
OVER = state(
    phase="over",
    prompt="White wins the standard match.",
    match=match(round=4, white=3, black=1),
    outcome={"winner": "white", "reason": REASON},
    movable=[],
    moves=plies(3),
)


def replay(ply: int, of: int = 40) -> Message:
    """A record that has been stepped through so far."""
    return state(
        phase="replay",
        match=match(),
        replay={"ply": ply, "of": of, "title": "standard match"},
        prompt=f"After move {ply}.",
        can_takeback=True,
    )


@pytest.fixture(scope="module")
def served() -> Iterator[Script]:
    with Script() as running:
        yield running


@pytest.fixture
def script(served: Script) -> Script:
    """The script at its beginning, with all lights dark and no clock."""
    served.asked.clear()
    served.publish(HELLO, state(), clock(None, None, None, ""), hand(), bytes(3 * 64))
    return served


@pytest.fixture(scope="module")
def tab(browser: Browser, served: Script) -> Iterator[Page]:
    with opened(browser, served.url) as shown:
        yield shown


@pytest.fixture
def page(tab: Page, script: Script) -> Page:
    """The page, loaded anew."""
    tab.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    tab.emulate_media(color_scheme="dark")
    tab.reload()
    wait_for_prompt(tab, "any tower")
    wait_for_name(tab, "d8", "tower")
    return tab


@pytest.fixture
def timed(browser: Browser, script: Script) -> Iterator[Page]:
    """A page whose time stands until the test moves it."""
    with opened(browser, script.url) as page:
        page.clock.install(time=0)
        wait_for_name(page, "d8", "tower")
        # Later than a page can take to load; until then its time goes on.
        page.clock.pause_at(60_000)
        expect(page.locator("#live")).to_contain_text("any tower")
        yield page


def asks(*messages: Message) -> Callable[[list[Message]], bool]:
    return lambda asked: asked == list(messages)


def focused(page: Page) -> str:
    """Return the id, or else the text, of the element with the focus."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.textContent"))


# The score


def test_the_score_of_a_match_is_seen_and_read_in_words(page: Page, script: Script) -> None:
    score = page.locator("#score")
    expect(score).to_be_hidden()
    script.publish(state(match=match()))
    expect(score).to_be_visible()
    expect(page.locator("#black-player")).to_have_text(
        "Black, to move 0 points", use_inner_text=False
    )
    expect(page.locator("#white-points")).to_have_text("1")
    expect(page.locator("#white-unit")).to_have_text("point")
    expect(page.locator("#score-words")).to_have_text("Standard match · Round 2 · 3 points win")
    script.publish(state(match=match(rounds=5, goal=None), turn="white"))
    expect(page.locator("#score-words")).to_have_text("Standard match · Round 2 of 5")
    expect(page.locator("#white-player.turn #white-turn")).to_be_visible()
    expect(page.locator("#black-turn")).to_be_hidden()
    script.publish(OVER)
    expect(page.locator("#score-words")).to_have_text("Standard match · Round 4 · 3 points win")
    expect(page.locator(".player.turn")).to_have_count(0)
    script.publish(replay(39))
    expect(page.locator(".player.turn")).to_have_count(1)
    script.publish(replay(40) | {"outcome": {"winner": "white", "reason": REASON}})
    expect(page.locator(".player.turn")).to_have_count(0)
    # Who wins a single round has the only point there is.
    script.publish(state(match=match(title="single round", round=1, goal=1)))
    expect(score).to_be_hidden()


def test_a_clock_shows_hours_minutes_and_at_last_tenths_and_never_too_much(page: Page) -> None:
    times = [7_265_999, 3_600_000, 3_599_999, 587_300, 10_000, 9_999, 4_049, 99, 0]
    shown = page.evaluate(
        "async times => { const { clockText } = await import('/js/clock.js');"
        " return times.map(clockText); }",
        times,
    )
    assert shown == ["2:01:05", "1:00:00", "59:59", "09:47", "00:10", "9.9", "4.0", "0.0", "0.0"]


def test_the_running_clock_counts_down_by_itself_to_nothing(timed: Page, script: Script) -> None:
    black, white = timed.locator("#black-clock"), timed.locator("#white-clock")
    expect(black).to_be_hidden()
    script.publish(clock(600_000, 72_300, "black", "10+5"))
    expect(black).to_have_text("01:12")
    expect(white).to_have_text("10:00")
    expect(black.locator(".running-sign")).to_have_count(1)
    expect(white.locator(".running-sign")).to_have_count(0)
    timed.clock.run_for(300)
    expect(black).to_have_text("01:12")
    timed.clock.run_for(1)
    expect(black).to_have_text("01:11")
    timed.clock.run_for(62_000)
    expect(black).to_have_text("9.9")
    timed.clock.run_for(5_000)
    expect(black).to_have_text("4.9")
    timed.clock.run_for(60_000)
    expect(black).to_have_text("0.0")
    expect(white).to_have_text("10:00")
    script.publish(clock(600_000, 5_000, "white", "10+5"))
    expect(black).to_have_text("5.0")
    timed.clock.run_for(2_000)
    expect(white).to_have_text("09:58")
    script.publish(clock(598_000, 5_000, None, "10+5"))
    expect(timed.locator(".running-sign")).to_have_count(0)
    timed.clock.run_for(9_000)
    expect(white).to_have_text("09:58")
    script.publish(clock(None, None, None, ""))
    expect(black).to_be_hidden()
    expect(timed.locator("#score")).to_be_hidden()


def test_a_clock_is_not_read_out_every_second(timed: Page, script: Script) -> None:
    script.publish(clock(600_000, 600_000, "white", "10+5"))
    white = timed.get_by_role("timer", name="White's clock")
    expect(white).to_have_text("10:00")
    assert white.get_attribute("aria-live") == "off"
    before = timed.locator("#live").inner_text()
    timed.clock.run_for(3_000)
    expect(white).to_have_text("09:57")
    assert timed.locator("#live").inner_text() == before


# Between two rounds


def test_the_end_of_a_round_tells_the_tooth_and_then_asks_for_the_choice(
    page: Page, script: Script
) -> None:
    script.publish(BETWEEN)
    panel = page.get_by_role("region", name="White wins round 2")
    expect(panel).to_contain_text(REASON)
    expect(panel).to_contain_text("Put a dragon tooth on White's pink tower (S1).")
    expect(page.locator("#reward-picture .tooth")).to_have_count(2)
    expect(page.locator("#live")).to_contain_text(REASON)
    expect(page.locator("#live")).to_contain_text("dragon tooth")
    tooth = page.get_by_role("button", name="The tooth is on")
    tooth.focus()
    page.keyboard.press("Enter")
    script.wait_for(asks({"t": "confirm"}))
    script.publish(BETWEEN | {"reward": None, "rev": 2})
    expect(tooth).to_be_hidden()
    assert focused(page) == "Fill from the lefta1"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    script.wait_for(asks({"t": "confirm"}, {"t": "choose", "text": "fill right"}))
    script.publish(SETUP)
    expect(panel).to_be_hidden()
    assert focused(page) == "stage"


def test_the_squares_of_the_choices_carry_flags_beside_what_stands_there(
    page: Page, script: Script
) -> None:
    script.publish(BETWEEN)
    wait_for_name(page, "a1", "fill from the left")
    free = page.locator("[data-mark='choice a1']")
    taken = page.locator("[data-mark='choice e1']")
    assert "scale" not in (free.get_attribute("transform") or "")
    assert "scale" in (taken.get_attribute("transform") or "")
    flag = free.locator(".pennant").get_attribute("d")
    assert flag == page.locator("#result-choices .pennant").first.get_attribute("d")
    assert name_of(page, "e1") == "e1, white pink tower, 1 tooth, fill from the right"


def test_a_state_that_changes_something_else_leaves_the_focus(page: Page, script: Script) -> None:
    script.publish(BETWEEN)
    page.get_by_role("button", name="Fill from the right").focus()
    script.publish(BETWEEN | {"help": "off", "rev": 2})
    expect(page.get_by_role("radio", name="Off")).to_be_checked()
    assert focused(page) == "Fill from the righte1"


def test_four_teeth_are_all_drawn_on_their_tower(page: Page, script: Script) -> None:
    crowned = [{"square": "e1", "side": "white", "name": "pink", "teeth": 4}]
    script.publish(HELLO | {"virtual": False}, state(pieces=crowned))
    wait_for_name(page, "e1", "4 teeth")
    tower = page.locator('[data-piece="white-pink"]')
    expect(tower.locator(".tooth")).to_have_count(4)
    places = tower.locator(".tooth").evaluate_all(
        "teeth => teeth.map(tooth => tooth.getBoundingClientRect().x)"
    )
    assert len(set(places)) == 4
    roof = tower.locator(".roof").bounding_box()
    assert roof is not None
    assert roof["x"] <= min(places)


# Setting up


def test_the_setting_up_shows_how_far_it_is_and_which_tower_is_due(
    page: Page, script: Script
) -> None:
    script.publish(SETUP, hand(pink="e5", yellow=None))
    bar = page.get_by_role("progressbar", name="Pieces in their place")
    expect(bar).to_be_visible()
    assert bar.evaluate("bar => [bar.value, bar.max]") == [3, 16]
    expect(page.locator("#setup-text")).to_have_text("3 of 16")
    expect(page.locator("#prompt-picture .tower.black.c-pink")).to_be_visible()
    for square, tint in (("e5", "pink"), ("d8", "pink"), ("e8", "yellow")):
        drawn = page.locator(f"[data-mark='fill {square}'] .c-{tint}")
        expect(drawn.locator("use")).to_have_attribute("href", f"#sign-{tint}")
    assert name_of(page, "d8") == "d8, pink square, empty, put the pink tower here"
    page.get_by_role("button", name="Set up for me").focus()
    page.keyboard.press("Space")
    script.wait_for(asks({"t": "arrange"}))
    script.publish(state(), hand())
    expect(bar).to_be_hidden()
    assert focused(page) == "stage"


def test_a_tower_on_a_square_that_waits_for_another_is_not_covered(
    page: Page, script: Script
) -> None:
    def middle() -> list[float]:
        """Return the distance of the due tower's sign from the middle of d8, in squares."""
        x, y = page.evaluate(
            """() => {
              const cell = document.querySelector("[data-square='d8']").getBoundingClientRect();
              const sign = document.querySelector("[data-mark='fill d8'] use")
                .getBoundingClientRect();
              const apart = (a, b) => Math.abs(a - b) / cell.width;
              return [apart(sign.x + sign.width / 2, cell.x + cell.width / 2),
                      apart(sign.y + sign.height / 2, cell.y + cell.height / 2)];
            }"""
        )
        return [float(x), float(y)]

    script.publish(SETUP, hand(pink="e5"))
    wait_for_name(page, "d8", "empty")
    assert max(middle()) < 0.1
    script.publish(hand(pink="e5", yellow="d8"))
    wait_for_name(page, "d8", "yellow tower")
    assert min(middle()) > 0.2


def test_on_a_real_board_a_tower_that_is_due_is_not_drawn_as_if_it_stood(
    page: Page, script: Script
) -> None:
    script.publish(HELLO | {"virtual": False}, SETUP, {"t": "hand", "pieces": []})
    wait_for_name(page, "d8", "put the pink tower here")
    assert name_of(page, "d8").startswith("d8, pink square, empty")
    expect(page.locator(".tower[data-piece]")).to_have_count(1)
    expect(page.get_by_role("button", name="Set up for me")).to_be_hidden()
    expect(page.locator("#setup-text")).to_have_text("3 of 16")


# A new game


def test_a_new_game_is_chosen_by_keyboard_alone(page: Page, script: Script) -> None:
    script.publish(state(moves=plies(2)))
    expect(page.locator("#moves li")).to_have_count(2)
    opener = page.locator("#new")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog).to_contain_text("The game under way ends without a winner.")
    expect(dialog.get_by_role("radio", name="Single round")).to_be_focused()
    expect(dialog.get_by_role("radio", name="Single round")).to_be_checked()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    for key in ("ArrowDown", "Tab", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    wanted: Message = {"t": "new", "game": "kamisado-standard", "clock": "10+5"}
    script.wait_for(asks(wanted))
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_text("Required", exact=True).click()
    script.wait_for(asks(wanted, {"t": "help", "level": "required"}))


def test_the_players_may_agree_on_a_clock_of_their_own(page: Page, script: Script) -> None:
    page.locator("#new").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#new-game-warning")).to_be_hidden()
    expect(dialog.locator("#own-clock")).to_be_hidden()
    dialog.get_by_text("Other", exact=True).click()
    dialog.get_by_label("Minutes").fill("-3")
    dialog.get_by_label("Seconds").fill("0")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_visible()
    dialog.get_by_text("None", exact=True).click()
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    wanted: Message = {"t": "new", "game": "kamisado-single", "clock": ""}
    script.wait_for(asks(wanted))
    page.locator("#new").click()
    dialog.get_by_text("Other", exact=True).click()
    dialog.get_by_label("Minutes").fill("7.5")
    dialog.get_by_label("Seconds").fill("0")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    script.wait_for(asks(wanted, wanted | {"clock": "7.5+0"}))


def test_what_is_played_is_what_is_proposed_and_cancelling_does_nothing(
    page: Page, script: Script
) -> None:
    script.publish(HELLO | {"game": "kamisado-standard"}, clock(1, 1, None, "20+2"), OVER)
    result = page.get_by_role("region", name="White wins the standard match")
    result.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Standard match")).to_be_checked()
    expect(dialog.get_by_role("radio", name="Standard match")).to_be_focused()
    expect(dialog.get_by_label("Minutes")).to_have_value("20")
    expect(dialog.get_by_label("Seconds")).to_have_value("2")
    expect(dialog.locator("#new-game-warning")).to_be_hidden()
    dialog.get_by_text("Single round").click()
    dialog.get_by_text("None", exact=True).click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    result.get_by_role("button", name="New game").click()
    expect(dialog.get_by_role("radio", name="Standard match")).to_be_checked()
    dialog.get_by_role("button", name="Begin").click()
    script.wait_for(asks({"t": "new", "game": "kamisado-standard", "clock": "20+2"}))


# The end of the match


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_end_of_a_match_is_told_beside_the_board(
    page: Page, script: Script, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    script.publish(OVER | {"marks": [mark("e5", "match", "rings", "match won")]})
    result = page.get_by_role("region", name="White wins the standard match")
    expect(result).to_contain_text("White 3, Black 1")
    assert name_of(page, "e5") == "e5, brown square, empty"
    expect(result).to_contain_text(REASON)
    panel, board = result.bounding_box(), page.locator("#board").bounding_box()
    assert panel is not None
    assert board is not None
    beside = panel["x"] >= board["x"] + board["width"]
    beneath = panel["y"] >= board["y"] + board["height"]
    assert beside or beneath
    # Whoever looks at the board sees the end as well.
    assert panel["y"] + 100 <= size["height"]
    result.get_by_role("button", name="Play again").click()
    script.wait_for(asks({"t": "new"}))


def test_a_reason_that_is_the_prompt_is_not_written_twice(page: Page, script: Script) -> None:
    script.publish(OVER | {"prompt": REASON, "match": None})
    result = page.get_by_role("region", name="White wins", exact=True)
    expect(result).to_be_visible()
    expect(result.locator("#result-reason")).to_be_hidden()
    expect(result.locator("#result-score")).to_be_hidden()
    script.publish(OVER | {"outcome": {"winner": None, "reason": "Draw."}})
    expect(page.locator("#result-title")).to_have_text("The standard match is drawn")


def test_the_end_of_a_game_without_rounds_names_none(page: Page, script: Script) -> None:
    counted = {"winner": "white", "reason": "The stones are counted, 9 to 7: White wins."}
    script.publish(OVER | {"match": None, "outcome": counted})
    expect(page.locator("#result-title")).to_have_text("White wins")
    expect(page.locator("#live")).to_contain_text("counted, 9 to 7: White wins.")
    agreed = {"winner": None, "reason": "Drawn: both players have agreed to it."}
    script.publish(OVER | {"match": None, "outcome": agreed})
    expect(page.locator("#result-title")).to_have_text("Drawn")
    script.publish(OVER | {"phase": "between", "round": agreed})
    expect(page.locator("#result-title")).to_have_text("Round 4 is drawn")


# The moves


@pytest.mark.parametrize("shown", [OVER, replay(40)], ids=["over", "replay"])
def test_a_review_is_offered_only_where_something_can_be_proven(
    page: Page, script: Script, shown: Message
) -> None:
    review = page.get_by_role("button", name="Review the moves")
    script.publish(shown)
    expect(review).to_have_count(1)
    script.publish(HELLO | {"provable": False}, shown)
    expect(review).to_have_count(0)
    script.publish(HELLO, shown)
    expect(review).to_have_count(1)


def test_the_moves_of_a_match_stand_under_the_headings_of_their_rounds(
    page: Page, script: Script
) -> None:
    first = [*plies(3), choice(4, "black", "Fill from the left")]
    both = [*first, *plies(2, round_number=2, begin=5)]
    headings = page.locator("#moves h3:visible")
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


# A record


def test_a_record_is_stepped_through_by_its_buttons(page: Page, script: Script) -> None:
    script.publish(replay(12))
    region = page.get_by_role("region", name="Standard match")
    expect(region).to_contain_text("12 of 40")
    for name in ("First", "Back", "Forward", "Last"):
        region.get_by_role("button", name=name).click()
    wanted: list[Message] = [
        {"t": "go", "ply": 0},
        {"t": "step", "by": -1},
        {"t": "step", "by": 1},
        {"t": "go", "ply": 40},
    ]
    script.wait_for(asks(*wanted))
    for hidden in ("#takeback", "#new", "#help"):
        expect(page.locator(hidden)).to_be_hidden()
    script.publish(replay(40))
    expect(region).to_contain_text("40 of 40")
    for name in ("Forward", "Last"):
        button = region.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        button.click(force=True)
    region.get_by_role("button", name="Back").click()
    script.wait_for(asks(*wanted, {"t": "step", "by": -1}))
    script.publish(state())
    expect(region).to_be_hidden()
    expect(page.locator("#new")).to_be_visible()


def test_a_record_is_stepped_through_by_slider_and_arrow_keys(page: Page, script: Script) -> None:
    script.publish(replay(12))
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value("12")
    expect(slider).to_have_attribute("aria-valuetext", "12 of 40")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    wanted: list[Message] = [{"t": "go", "ply": 13}, {"t": "go", "ply": 40}]
    script.wait_for(asks(*wanted))
    slider.evaluate("slider => slider.blur()")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    wanted += [{"t": "step", "by": -1}, {"t": "step", "by": 1}]
    script.wait_for(asks(*wanted))
    # On the board they are the way to the next square.
    page.locator('[role=gridcell][tabindex="0"]').focus()
    before = page.evaluate("document.activeElement.dataset.square")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") != before
    page.get_by_role("radio", name="Kanji").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Turn board").focus()
    page.keyboard.press("ArrowLeft")
    script.wait_for(asks(*wanted, {"t": "step", "by": -1}))


def test_a_record_runs_by_itself_until_it_is_stopped_or_at_its_end(
    timed: Page, script: Script
) -> None:
    forward: Message = {"t": "step", "by": 1}
    script.publish(replay(37))
    timed.get_by_role("button", name="Play", exact=True).click()
    script.wait_for(asks(forward))
    script.publish(replay(38))
    expect(timed.locator("#replay-count")).to_have_text("38 of 40")
    timed.clock.run_for(1_499)
    expect(timed.get_by_role("button", name="Pause")).to_be_visible()
    assert script.asked == [forward]
    timed.clock.run_for(1)
    script.wait_for(asks(forward, forward))
    timed.get_by_role("button", name="Pause").click()
    timed.clock.run_for(5_000)
    timed.get_by_role("button", name="Play", exact=True).click()
    script.wait_for(asks(forward, forward, forward))
    script.publish(replay(40))
    expect(timed.get_by_role("button", name="Play", exact=True)).to_be_visible()
    timed.clock.run_for(5_000)
    timed.get_by_role("button", name="Play", exact=True).click()
    script.wait_for(asks(forward, forward, forward, {"t": "go", "ply": 0}))


# Everything, for everybody

PHASES = {"between": BETWEEN, "setup": SETUP, "over": OVER, "replay": replay(12)}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "dark"), (PHONE, "light")])
def test_axe_finds_nothing_to_mend_in_a_match(
    page: Page, script: Script, phase: str, size: dict[str, int], scheme: str
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    moves = [*plies(3), choice(4, "black", "Fill from the left"), *plies(2, 2, 5)]
    script.publish(clock(600_000, 9_000, "black", "10+5"), PHASES[phase] | {"moves": moves})
    page.wait_for_selector(f"[data-phase={phase}] #black-clock.short")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_to_mend_in_the_dialog(page: Page, script: Script, scheme: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.locator("#new").click()
    page.get_by_role("dialog").get_by_text("Other", exact=True).click()
    assert violations(page) == []


@pytest.mark.parametrize("phase", PHASES)
def test_nothing_of_a_match_scrolls_sideways(page: Page, script: Script, phase: str) -> None:
    """320 wide is what WCAG 1.4.10 asks for."""
    script.publish(clock(36_000_000, 9_000, "white", "600+5"), PHASES[phase])
    page.wait_for_selector(f"[data-phase={phase}] #white-clock:visible")
    for width, height in ((320, 640), (390, 844), (844, 390), (1024, 700), (2560, 1400)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_everything_of_a_match_is_large_enough_for_a_finger(
    browser: Browser, script: Script
) -> None:
    small = """root => [...root.querySelectorAll('button, input[type=range], .formats label,'
        + ' .choices label, input[type=number]')]
      .filter(e => e.checkVisibility())
      .map(e => [e.outerHTML, e.getBoundingClientRect()])
      .filter(([, box]) => Math.min(box.width, box.height) < 44)
      .map(([html, box]) => `${box.width}x${box.height} ${html}`)"""
    with opened(browser, script.url, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        for phase, shown in PHASES.items():
            script.publish(shown)
            page.wait_for_selector(f"[data-phase={phase}]")
            assert page.locator("main").evaluate(small) == [], phase
        script.publish(state())
        page.locator("#new").click()
        page.get_by_text("Other", exact=True).click()
        assert page.locator("#new-game").evaluate(small) == []
