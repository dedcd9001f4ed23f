"""The page at sizes from a telephone on its side to a large screen: all in view, no words cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from host.message.language import languages
from tests.e2e.page_messages import BETWEEN, HELLO, clock, hand, match, plies, state
from tests.e2e.page_sizes import at_size, overlap
from tests.e2e.page_support import Script, choose, cut_words, opened, wait_for_name
from tests.support.page_states import states

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

SIZES = [(1280, 800), (1920, 1080), (390, 844), (360, 640), (844, 390), (640, 360)]
START_SIZES = [*SIZES, (640, 400), (768, 1024), (1024, 768), (1024, 600)]

CHOOSE = """(list, code) => {
  list.value = code;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}"""
COUNT_LINES = """texts => texts.map((text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects().length;
})"""

CUTS_ITS_CHOICE = """select => {
  const wide = select.cloneNode(true);
  wide.replaceChildren(select.selectedOptions[0].cloneNode(true));
  wide.style.cssText = "position: absolute; width: max-content";
  select.after(wide);
  const cut = wide.offsetWidth > select.offsetWidth;
  wide.remove();
  return cut;
}"""
"""True if a list is too narrow for what is chosen in it."""

SAVED = {
    **{"id": 7, "title": "marathon match", "rounds": 12, "moves": 123, "clock": "10+5"},
    **{"changed": "2026-11-21T05:31:00Z", "result": None, "current": False},
    "names": {"white": "", "black": ""},
}
MANY = [SAVED | {"id": number, "result": "White wins."} for number in range(8, 24)]


@pytest.mark.slow
def test_the_start_screen_shows_all_that_it_offers(browser: Browser, script: Script) -> None:
    script.publish(HELLO | {"saves": True, "far": True})
    with opened(browser, script.url, start=True) as page:
        wait_for_name(page, "d8", "tower")
        script.wait_for(lambda asked: {"t": "matches"} in asked)
        script.publish({"t": "matches", "matches": [SAVED]})
        expect(page.get_by_role("button", name="Continue")).to_be_visible()
        page.locator("#start-board").evaluate("tile => { tile.hidden = false; }")  # as on the site
        for language in languages():
            page.locator("#start-language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for size in START_SIZES:
                with at_size(page, *size):
                    assert page.locator("#start").evaluate("e => e.scrollHeight <= e.clientHeight")
                    assert cut_words(page, "#start") == [], language
                    chosen = page.locator("#start-language")
                    assert not chosen.evaluate(CUTS_ITS_CHOICE), language
                    last = chosen.bounding_box()
                    assert last is not None
                    assert last["y"] + last["height"] <= size[1]


def test_saved_games_open_at_the_first_and_scroll_once(page: Page, script: Script) -> None:
    for size in SIZES:
        with at_size(page, *size):
            choose(page, "Saved games")
            script.publish({"t": "matches", "matches": MANY})
            dialog = page.get_by_role("dialog", name="Saved games")
            expect(dialog.locator("li")).to_have_count(len(MANY))
            first = dialog.locator("li").first
            for part in (
                dialog.get_by_role("heading"),
                first.locator("b"),
                first.get_by_role("button"),
            ):
                for each in part.all():
                    expect(each).to_be_in_viewport(ratio=1)
            expect(dialog.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
            scrolled = dialog.evaluate(
                "dialog => [dialog, ...dialog.querySelectorAll('*')]"
                ".filter(e => e.tagName !== 'TEXTAREA' && e.scrollHeight > e.clientHeight + 1"
                " && ['auto', 'scroll'].includes(getComputedStyle(e).overflowY))"
                ".map(e => [e.className, e.scrollTop])"
            )
            assert scrolled == [["dialog-body", 0]]
            dialog.get_by_text("Import a record").click()
            dialog.get_by_role("button", name="Open the record").scroll_into_view_if_needed()
            expect(dialog.get_by_role("button", name="Open the record")).to_be_in_viewport(
                ratio=0.95
            )
            dialog.get_by_text("Import a record").click()
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()


def test_a_move_to_choose_leaves_room_for_the_question(page: Page, script: Script) -> None:
    words = "Orange left 2 Orange"
    choices = [{"text": text, "words": words, "square": None} for text in ("d8d4", "a1c3+")]
    script.publish(state(prompt="Which move was it?", choices=choices))
    choice = page.get_by_role("button", name=words).first
    expect(choice).to_have_text("d8d4")
    for size in SIZES:
        with at_size(page, *size):
            room = page.locator("#status-words").bounding_box()
            assert room is not None
            assert room["width"] >= 70, size
            assert cut_words(page, "#turn-choices") == []


def test_the_friends_name_is_whole_beside_a_clock(page: Page, script: Script) -> None:
    opponent = {"label": "Your friend", "level": None, "side": "white", "thinking": False}
    playing = {"stage": "playing", "connected": True, "presence": "waiting", "ahead_ms": 3000}
    nothing = {"since": None, "waiting": None, "can_withdraw": False, "said": None, "said_count": 0}
    absence = {"absence_s": None, "absence_until": None, "can_claim": False}
    script.publish(state(opponent={**opponent, "far": True}, match=match()))
    script.publish(clock(754_000, 600_000, "black", "10+5"))
    script.publish({"t": "far", **playing, **nothing, **absence})
    expect(page.locator("#white-side")).to_contain_text("is waiting for you")
    for size in [*SIZES, (1024, 768), (1024, 600)]:
        with at_size(page, *size):
            name = page.locator("#white-name")
            assert name.evaluate("e => e.scrollWidth <= e.clientWidth"), size
            expect(name).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_caption_of_the_settings_is_one_line_on_a_phone(page: Page) -> None:
    for language in languages():
        page.locator("#start-language").evaluate(CHOOSE, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        with at_size(page, 360, 640):
            page.locator("#settings").evaluate("dialog => dialog.showModal()")
            lines = page.locator("#settings .setting > .caption:visible").evaluate_all(COUNT_LINES)
            assert lines == [1] * len(lines), language
            assert len(lines) >= 4
            page.keyboard.press("Escape")


def test_the_menu_shows_all_of_itself(page: Page, script: Script) -> None:
    may = ["resign", "draw", "pause", "new"]
    script.publish(state(moves=plies(3), may=may, adoption="8/8/8/8/8/8/8/8 w"))
    for size in SIZES:
        with at_size(page, *size):
            page.locator("#menu-button").click()
            menu = page.locator("#menu")
            expect(menu.get_by_role("button", name="Continue from this position")).to_be_visible()
            assert menu.evaluate("e => e.scrollHeight <= e.clientHeight")
            assert cut_words(page, "#menu") == []
            for each in menu.locator("button:visible, a:visible, footer p").all():
                expect(each).to_be_in_viewport(ratio=1)
            page.keyboard.press("Escape")
            expect(menu).to_be_hidden()


def test_the_header_is_whole_in_a_match(page: Page, script: Script) -> None:
    desktops = [(1280, 800), (1440, 900), (1920, 1080)]
    opponent = {"label": "The even level", "level": "even", "side": "black", "thinking": False}
    script.publish(
        state(
            match=match(title="marathon match", round=12, goal=15),
            touch_move=True,
            help="proven",
            opponent=opponent,
        )
    )
    expect(page.locator("#terms")).to_be_visible()
    for size in desktops:
        with at_size(page, *size):
            assert cut_words(page, ".brand") == []
    named = HELLO | {"agreed": ["line capture yes", "limit 30", "Black begins"]}
    script.publish(named, state(touch_move=True), hand())
    expect(page.locator("#terms")).to_contain_text("limit 30")
    for size in desktops:
        with at_size(page, *size):
            assert cut_words(page, ".brand") == []


LONG = (
    "Every move loses. Hint: purple from c6 to g2, orange. It holds out longest. Black must then "
    "move orange, and pushing to e4 is winning. Then White must move yellow, and each of its 12 "
    "moves loses. There is no short reason. Strikers, towers that go straight to the far row once "
    "it is their turn: Black 3, White 2; rows walked: Black 21, White 19."
)
HINT = {"text": "d8d4", "from": "d8", "to": "d4", "line": []}
SAID = {
    "hint": state(hint={**HINT, "words": LONG}),
    "trouble": state(correction={"text": LONG, "squares": ["e5"]}),
    "play": state(prompt=LONG, moves=plies(3)),
}
SHORT = {
    "purple from c6": state(hint={**HINT, "words": LONG[18:70]}),
    "Last move: Pink 4": state(prompt="White to move: the purple tower on a1.", moves=plies(3)),
    "forward only": state(correction={"text": "A tower moves forward only (M1).", "squares": []}),
}


def test_the_status_card_cuts_no_line_and_more_tells_the_rest(page: Page, script: Script) -> None:
    card, more = page.locator("#status"), page.get_by_role("button", name="More", exact=True)
    for size in SIZES:
        with at_size(page, *size):
            before = card.bounding_box()
            for name, shown in SHORT.items():
                script.publish(shown)
                expect(card).to_contain_text(name)
                expect(more).to_be_hidden()
                assert cut_words(page, "#status") == [], name
            for kind, shown in SAID.items():
                script.publish(shown)
                page.wait_for_selector(f"#status[data-kind={kind}] .clamped")
                assert card.bounding_box() == before
                text = page.locator("#status .clamped")
                # As many lines as are whole in view, and an ellipsis.
                assert text.evaluate(
                    "e => { const [a, b] = [e, e.closest('.status-words')].map("
                    "each => each.getBoundingClientRect());"
                    " return e.scrollHeight > e.clientHeight && a.top >= b.top - 1"
                    " && a.bottom <= b.bottom + 1; }"
                )
                expect(more).to_be_in_viewport(ratio=1)
                more.click()
                whole = page.locator("#status-whole")
                expect(whole).to_contain_text(LONG)
                assert cut_words(page, "#status-whole") == []
                assert card.bounding_box() == before
                page.keyboard.press("Escape")
                expect(whole).to_be_hidden()
                expect(more).to_be_focused()


def test_a_fill_is_explained_where_it_is_offered(page: Page, script: Script) -> None:
    for size in SIZES:
        with at_size(page, *size):
            script.publish(BETWEEN | {"reward": None})
            card = page.locator("#result")
            expect(card).to_contain_text("White chooses the end to fill from")
            expect(card.get_by_role("link")).to_have_text(["M7", "F1", "F3", "F4"])
            assert cut_words(page, "#result") == []
            for choice in ("Fill from the left", "Fill from the right"):
                expect(card.get_by_role("button", name=choice)).to_be_in_viewport(ratio=1)
            script.publish(BETWEEN | {"choices": []})
            expect(card).not_to_contain_text("the end to fill from")


ENDS = ["between two rounds", "a match is won", "a round is lost in a deadlock"]


@pytest.mark.slow
def test_a_result_leaves_the_board_in_view_and_is_whole(page: Page, script: Script) -> None:
    ends = dict(states())
    for language in languages():
        page.locator("#start-language").evaluate(CHOOSE, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for rev, name in enumerate(ENDS, 1):
            hello, told = ends[name]
            script.publish(hello, told | {"rev": rev})
            titled = page.locator(f"body[data-phase={told['phase']}] #result:visible")
            expect(titled).to_have_attribute("data-winner", "black" if "lost" in name else "white")
            for size in SIZES:
                with at_size(page, *size):
                    assert not overlap(page, "#result", "#board"), f"{name}, {language}"
                    assert not overlap(page, "#result", "#bar"), f"{name}, {language}"
                    assert cut_words(page, "#result") == [], f"{name}, {language}"


def test_a_step_of_a_tutorial_keeps_its_buttons_in_view_however_long_it_is(
    page: Page, script: Script
) -> None:
    step = {"book": "kamisado", "number": 2, "of": 6, "goal": "move", "title": "A sumo pushes"}
    step |= {"text": LONG, "task": "Push the orange tower.", "done": "Well done."}
    script.publish(state(tutorial=step))
    tutorial = page.locator("#tutorial")
    expect(tutorial).to_contain_text(LONG)
    for size in [*SIZES, (360, 740)]:
        with at_size(page, *size):
            tutorial.evaluate("card => card.scrollTo(0, 0)")
            for name in ("Leave", "Back", "Next"):
                button = tutorial.get_by_role("button", name=name)
                expect(button).to_be_in_viewport(ratio=1)
                button.click(trial=True)
            tutorial.evaluate("card => card.scrollTo(0, card.scrollHeight)")
            task = tutorial.get_by_text("Push the orange tower.")
            boxes = task.bounding_box(), tutorial.get_by_role("button", name="Next").bounding_box()
            assert boxes[0] is not None
            assert boxes[1] is not None
            assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "the buttons cover it"


@pytest.mark.slow
def test_a_step_of_the_tutorial_is_whole_on_a_small_telephone(page: Page, script: Script) -> None:
    steps = [told for name, told in states() if name.startswith("tutorial of kamisado")]
    assert len(steps) == 8
    for language in languages():
        page.locator("#start-language").evaluate(CHOOSE, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for rev, (hello, told) in enumerate(steps, 1):
            script.publish(hello, told | {"rev": rev})
            here = page.locator(f"#tutorial:visible .pips i:nth-child({rev}).here")
            expect(here).to_be_attached()
            for size in ((360, 640), (390, 844), (844, 390), (1000, 700), (1280, 800)):
                with at_size(page, *size):
                    assert cut_words(page, "#tutorial") == [], f"{language}, {rev}"
                    assert not overlap(page, "#tutorial", "#board"), f"{language}, {rev}"
                    first, second = (page.locator(f"#tutorial-{id}") for id in ("task", "text"))
                    boxes = first.bounding_box(), second.bounding_box()
                    assert boxes[0] is not None
                    assert boxes[1] is not None
                    assert boxes[0]["y"] < boxes[1]["y"], "the task is first"


def test_a_reviewed_move_stands_on_a_line_with_its_sign(page: Page, script: Script) -> None:
    moves = [
        {
            **{"ply": ply, "round": 1, "side": "white", "text": "d8d4", "words": "Pink 4 Brown"},
            **{
                "kind": kind,
                "why": why,
                "instead": "",
                "worth": "not proven",
                "end": 0,
                "ends": False,
            },
        }
        for ply, (kind, why) in enumerate([("unknown", ""), ("blunder", LONG), ("won", "")], 1)
    ]
    review = {"t": "review", "moves": moves, "summary": ["."], "lines": [], "finished": True}
    review["moments"] = [
        {"ply": 2, "kind": "blunder", "words": LONG, "line": ["d8d4"]},
        {"ply": 3, "kind": "only", "words": LONG, "line": ["d8d4"]},
    ]
    script.publish(review)
    expect(page.locator("#review-moves li")).to_have_count(3)
    for size in SIZES:
        with at_size(page, *size):
            places = page.locator("#review-moves li").evaluate_all(
                "all => all.map(li => [...li.children].slice(0, 2)"
                ".map(e => { const box = e.getBoundingClientRect();"
                " return [box.left, (box.top + box.bottom) / 2, box.width]; }))"
            )
            for (left, middle, _), (right, beside, wide) in places:
                assert left < right
                assert abs(middle - beside) <= 2
                assert wide > 150
            expect(page.locator("#review-moves")).to_contain_text("not proven")


def test_the_notation_is_explained_beside_the_moves_and_with_the_marks(
    page: Page, script: Script
) -> None:
    told = page.locator("#notation")
    expect(told).to_be_hidden()
    script.publish(state(moves=plies(30)))
    expect(told).to_contain_text("the tower, its direction, how many squares")
    assert cut_words(page, "#notation") == []
    script.publish(HELLO | {"game": "hasami", "square_colours": {}}, state(moves=plies(3)))
    expect(told).to_be_hidden()
    choose(page, "Marks and keys")
    expect(page.get_by_role("dialog").get_by_text("A move: the tower")).to_be_attached()


def game(name: str, title: str) -> dict[str, object]:
    return {"name": name, "title": title, "size": [8, 8], "fits": True, "settings": []}


GAMES = [
    game("kamisado-single", "single round"),
    game("kamisado-standard", "standard match"),
    game("kamisado-long", "long match"),
    game("kamisado-marathon", "marathon match"),
    game("kamisado-series", "series of single rounds"),
    game("hasami", "hasami shogi"),
    game("five", "five"),
    game("seega", "seega"),
]


@pytest.mark.parametrize(
    ("button", "kind"), [("Two players", "kamisado-single"), ("Other games", "hasami")]
)
def test_the_start_screen_opens_a_new_game_with_what_was_said(
    browser: Browser, script: Script, button: str, kind: str
) -> None:
    opponent = {"label": "Level 4", "level": "4", "side": "black", "thinking": False}
    script.publish(HELLO | {"games": GAMES}, state(moves=plies(2), opponent=opponent))
    with opened(browser, script.url, start=True) as page:
        wait_for_name(page, "d8", "tower")
        page.locator("#home").click()
        page.locator("#start").get_by_role("button", name=button).click()
        dialog = page.get_by_role("dialog", name="New game")
        expect(dialog.locator("input[name=game]:checked")).to_have_value(kind)
        against = "" if button == "Two players" else "4"
        expect(dialog.get_by_label("Opponent")).to_have_value(against)
        script.asked.clear()
        dialog.get_by_role("button", name="Begin").click()
        wanted = {"t": "new", "game": kind, "clock": ""}
        wanted |= {"opponent": "4", "plays": "black"} if against else {}
        script.wait_for(lambda asked: asked == [wanted])


def test_a_new_game_says_what_each_game_is(page: Page, script: Script) -> None:
    script.publish(HELLO | {"games": GAMES, "saves": True}, state(moves=plies(3)))
    expect(page.locator("#moves li")).to_have_count(3)
    for size in SIZES:
        with at_size(page, *size):
            choose(page, "New game")
            dialog = page.get_by_role("dialog", name="New game")
            notes = dialog.locator(".formats .family")
            expect(notes).to_have_count(len(GAMES))
            for words in (
                "first to 3 points",
                "first to 15 points",
                "Five stones in a line",
                "Capture all",
            ):
                expect(notes.filter(has_text=words)).to_have_count(1)
            expect(dialog).to_contain_text("its second 2, its third 4")
            expect(dialog.locator("#new-game-warning")).to_have_text(
                "!The current game stops here. It stays in Saved games, where you can continue it."
            )
            for button in ("Begin", "Cancel"):
                expect(dialog.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
            assert dialog.evaluate("d => d.scrollWidth <= d.clientWidth")
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()


def test_who_resigns_is_told_what_is_lost_and_who_wins(page: Page, script: Script) -> None:
    script.publish(state(match=match(), moves=plies(3), may=["resign"]))
    expect(page.locator("#moves li")).to_have_count(3)
    choose(page, "Resign")
    dialog = page.get_by_role("dialog", name="Resign the game?")
    expect(dialog).to_contain_text("not just this round")
    dialog.get_by_role("button", name="White resigns: Black wins").click()
    script.wait_for(lambda asked: {"t": "resign", "side": "white"} in asked)
