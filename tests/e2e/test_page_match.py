"""A match on the page: its score, what is between two rounds, and its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from host.session.access.role import Role
from tests.e2e.page_messages import (
    BETWEEN,
    HELLO,
    OVER,
    PHASES,
    REASON,
    SETUP,
    choice,
    clock,
    hand,
    mark,
    match,
    piece,
    plies,
    replay,
    state,
)
from tests.e2e.page_sizes import overlap
from tests.e2e.page_support import (
    DESKTOP,
    PHONE,
    Message,
    Script,
    asks,
    choose,
    focused,
    name_of,
    open_more,
    opened,
    violations,
    wait_for_name,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser]


def test_the_score_of_a_match_is_seen_and_read_in_words(page: Page, script: Script) -> None:
    score = page.locator(".points")
    expect(score.first).to_be_hidden()
    script.publish(state(match=match()))
    expect(score.first).to_be_visible()
    expect(page.locator("#black-player")).to_contain_text(", to move")
    expect(page.locator("#black-player .points")).to_have_text(re.compile("0/3 *points"))
    expect(page.locator("#white-points")).to_have_text("1")
    expect(page.locator("#white-unit")).to_have_text("point, 3 points win")
    expect(page.locator("#score-words")).to_have_text("Standard match · Round 2")
    script.publish(state(match=match(rounds=5, goal=None), turn="white"))
    expect(page.locator("#score-words")).to_have_text("Standard match · Round 2 of 5")
    expect(page.locator("#white-player.turn #white-turn")).to_be_visible()
    expect(page.locator("#black-turn")).to_be_hidden()
    script.publish(OVER)
    expect(page.locator("#score-words")).to_have_text("Standard match · Round 4")
    expect(page.locator(".player.turn")).to_have_count(0)
    script.publish(replay(39))
    expect(page.locator(".player.turn")).to_have_count(1)
    script.publish(replay(40) | {"outcome": {"winner": "white", "reason": REASON}})
    expect(page.locator(".player.turn")).to_have_count(0)
    # Who wins a single round has the only point there is.
    script.publish(state(match=match(title="single round", round=1, goal=1)))
    expect(score.first).to_be_hidden()


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


def test_who_sets_up_a_tower_that_is_not_seen_tells_that_it_stands(
    page: Page, script: Script
) -> None:
    stands = {"text": "it stands", "words": "It stands on d8", "square": None}
    script.publish(SETUP | {"choices": [stands]})
    page.get_by_role("button", name="It stands on d8").click()
    script.wait_for(asks({"t": "choose", "text": "it stands"}))
    expect(page.locator("#result")).to_be_hidden()


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
    expect(page.locator("#help input[value=off]")).to_be_checked()
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


ENDS = ("left", "right")
BOXED = [
    piece("pink", "c8"),
    piece("yellow", "h8", teeth=2),
    piece("pink", "e1", "white", teeth=1) | {"where": "box", "square": None},
]
GHOSTS = "all => all.map(each => each.dataset.ghost)"


def test_a_fill_is_seen_on_the_board_before_it_is_chosen(page: Page, script: Script) -> None:
    script.publish(BETWEEN | {"reward": None})
    ghosts = page.locator("[data-ghost]")
    left, right = (page.get_by_role("button", name=f"Fill from the {end}") for end in ENDS)
    for button, square in ((left, "a1"), (right, "e1")):
        button.hover()
        expect(ghosts).to_have_count(2)
        assert ghosts.evaluate_all(GHOSTS) == ["d8", square]
    page.mouse.move(1, 1)
    expect(ghosts).to_have_count(0)
    right.focus()
    page.keyboard.press("Shift+Tab")
    expect(left).to_be_focused()
    assert ghosts.evaluate_all(GHOSTS) == ["d8", "a1"]
    assert violations(page) == []
    page.keyboard.press("Enter")
    script.wait_for(asks({"t": "choose", "text": "fill left"}))
    expect(ghosts).to_have_count(0)


def test_a_finger_sees_a_fill_with_the_first_tap_and_chooses_with_the_second(
    browser: Browser, script: Script
) -> None:
    script.publish(BETWEEN | {"reward": None})
    with opened(browser, script.url, viewport=PHONE, has_touch=True) as page:
        ghosts = page.locator("[data-ghost]")
        left, right = (page.get_by_role("button", name=f"Fill from the {end}") for end in ENDS)
        left.tap()
        expect(left).to_contain_text("Tap again")
        assert ghosts.evaluate_all(GHOSTS) == ["d8", "a1"]
        right.tap()
        expect(right).to_contain_text("Tap again")
        expect(left).not_to_contain_text("Tap again")
        assert ghosts.evaluate_all(GHOSTS) == ["d8", "e1"]
        assert script.asked == []
        right.tap()
        script.wait_for(asks({"t": "choose", "text": "fill right"}))
        expect(ghosts).to_have_count(0)


DELAYS = """() => ["black-yellow", "black-pink", "white-pink"].map((piece) =>
    parseFloat(document.querySelector(`[data-piece="${piece}"]`).style.transitionDelay))"""


def test_towers_walk_home_one_after_another(browser: Browser, script: Script) -> None:
    script.publish(BETWEEN | {"reward": None})
    with opened(browser, script.url, in_motion=True) as page:
        expect(page.locator("#result")).to_be_visible()
        wait_for_name(page, "e1", "white pink tower")
        filled = choice(4, "white", "Fill left")
        script.publish(SETUP | {"marks": [], "moves": [*plies(3), filled]})
        expect(page.locator("#board")).to_have_class(re.compile("homecoming"))
        # The white tower is taken off the board first, and is seen to stay until it walks.
        script.publish(hand(busy=True, pink="c8", yellow="h8") | {"pieces": BOXED})
        wait_for_name(page, "h8", "yellow")
        expect(page.locator("[data-piece=white-pink]")).to_be_attached()
        script.publish(hand(busy=True, pink="c8", yellow="h8", white_pink="a1"))
        wait_for_name(page, "a1", "white pink tower")
        first, second, third = page.evaluate(DELAYS)
        assert first == 0
        assert 60 < second <= 90
        assert third <= 180
        script.publish(state(moves=[*plies(3), filled]))
        expect(page.locator("#board")).not_to_have_class(re.compile("homecoming"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_end_of_a_match_is_told_beside_the_board(
    page: Page, script: Script, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    won = {"winner": "white", "reason": f"White wins the standard match 3:1. {REASON}"}
    rings = mark("e5", "match", "rings", "match won")
    script.publish(OVER | {"marks": [rings], "outcome": won, "round": won | {"reason": REASON}})
    result = page.get_by_role("region", name="White wins the standard match")
    expect(result).to_contain_text("White 3, Black 1")
    assert name_of(page, "e5") == "e5, brown square, empty"
    expect(result.locator("#result-reason")).to_have_text(REASON)
    assert not overlap(page, "#result", "#board")
    expect(result.get_by_role("button", name="New game")).to_be_in_viewport(ratio=1)
    # Where there is room, its moves stay in view.
    assert page.locator("#moves").is_visible() == (size == DESKTOP)
    expect(result.get_by_role("button", name="Play again as")).to_be_hidden()
    result.get_by_role("button", name="Play again").click()
    script.wait_for(asks({"t": "new"}))


@pytest.mark.parametrize(
    ("side", "other", "told"), [("black", "Black", "win"), ("white", "White", "lose")]
)
def test_against_the_computer_who_has_won_may_exchange_the_sides_at_once(
    page: Page, script: Script, side: str, other: str, told: str
) -> None:
    opponent = {"label": "Level 4", "level": "4", "side": side, "thinking": False}
    script.publish(OVER | {"opponent": opponent})
    result = page.get_by_role("region", name=f"You {told} the standard match")
    first, second = result.locator("#result-over").get_by_role("button").all()[:2]
    expect(first).to_have_text(f"Play again as {other}")
    expect(first).to_have_class("primary")
    expect(second).to_have_text(f"Play again as {'White' if other == 'Black' else 'Black'}")
    second.click()
    first.click()
    script.wait_for(asks({"t": "new"}, {"t": "new", "exchanged": True}))


def test_a_guest_is_told_who_has_won_as_a_player_and_an_onlooker_as_a_third(
    browser: Browser, script: Script
) -> None:
    script.publish(OVER)
    white = script.invite(Role.WHITE)
    for url, told in (
        (f"{script.public_url}#{white.secret}", "You win the standard match"),
        (script.public_url, "White wins the standard match"),
    ):
        with opened(browser, url) as guest:
            expect(guest.locator("#result-title")).to_have_text(told)
            expect(guest.locator("#live, #alert")).to_contain_text([f"{told}.", ""])


def test_a_reason_that_is_the_prompt_is_not_written_twice(page: Page, script: Script) -> None:
    script.publish(OVER | {"prompt": REASON, "match": None})
    result = page.get_by_role("region", name="White wins", exact=True)
    expect(result).to_be_visible()
    expect(result.locator("#result-reason")).to_be_hidden()
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator("#prompt")).to_have_text(REASON)
    expect(page.locator("#detail")).to_contain_text("Pink 4 Brown")
    expect(result.locator("#result-score")).to_be_hidden()
    result.get_by_role("button", name="Close").click()
    expect(result).to_be_hidden()
    expect(page.locator("#prompt")).to_have_text(f"White wins. {REASON}")
    script.publish(OVER | {"outcome": {"winner": None, "reason": "Draw."}})
    expect(page.locator("#result-title")).to_have_text("The standard match is drawn")
    expect(page.locator("#prompt-picture .disc")).to_have_class("disc nobody")


def test_a_win_is_told_in_one_place(page: Page, script: Script) -> None:
    script.publish(
        {"t": "notice", "level": "good", "text": REASON},
        OVER | {"prompt": REASON, "match": None},
    )
    expect(page.get_by_role("region", name="White wins", exact=True)).to_be_visible()
    expect(page.locator("#live")).to_contain_text(REASON)
    shown = page.evaluate(
        """reason => [...document.querySelectorAll("p, strong, h2, #toast")].filter(
          element => element.checkVisibility() && element.textContent.includes(reason)
            && !element.querySelector("strong")).map(element => element.id)""",
        REASON,
    )
    assert shown == ["prompt-text"]
    said = page.locator("#live").inner_text() + page.locator("#alert").inner_text()
    assert said.count(REASON) == 1


@pytest.mark.parametrize("shown", [OVER, replay(40)], ids=["over", "replay"])
def test_a_review_is_offered_only_where_something_can_be_proven(
    page: Page, script: Script, shown: Message
) -> None:
    script.publish(shown)
    if shown["phase"] == "replay":
        page.locator("#menu-button").click()
    review = page.get_by_role("button", name="Review the moves")
    expect(review).to_have_count(1)
    script.publish(HELLO | {"provable": False}, shown)
    expect(review).to_have_count(0)
    script.publish(HELLO, shown)
    expect(review).to_have_count(1)


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
        choose(page, "New game")
        open_more(page)
        page.get_by_text("Other", exact=True).click()
        assert page.locator("#new-game").evaluate(small) == []
