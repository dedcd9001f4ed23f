"""Roles on the page: owners invite, players act for their side, spectators watch.

With the program only: the static site has one page, its owner's, and no address for another
(`test_site_page.py`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from websockets.sync.client import ClientConnection, connect

from host.session.access.role import Role
from tests.e2e.page_messages import HELLO, hand, state
from tests.e2e.page_support import (
    DEADLINE_S,
    Program,
    Script,
    choose,
    drag,
    name_of,
    opened,
    program,
    tap,
    violations,
    wait_for_name,
    wait_for_prompt,
)
from tests.support.request_samples import SAMPLES
from tests.support.wire_messages import in_english

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

SMALL_PHONE = {"width": 360, "height": 740}
SET_UP = "Black to move: any tower."
OWN_CONTROLS = {"turn", "menu-button"}
"""Buttons that concern nobody else."""


@pytest.fixture(scope="module")
def served() -> Iterator[Program]:
    with program("--match", "series") as running:
        yield running


def enabled(page: Page) -> set[str]:
    """Ids of the buttons that can be pressed."""
    buttons = page.locator("button:visible:not([disabled])")
    return set(buttons.evaluate_all("found => found.map(({ id }) => id)"))


def without_key(served: Program) -> ClientConnection:
    address = served.public_url.removesuffix("/")
    ws = address.replace("http", "ws") + "/ws"
    return connect(ws, origin=address, proxy=None)  # type: ignore[arg-type]


def with_key(served: Program) -> ClientConnection:
    address = served.public_url.removesuffix("/")
    protocols = ["kamisado", "key." + served.key.lstrip("#")]
    ws = address.replace("http", "ws") + "/ws"
    return connect(ws, origin=address, proxy=None, subprotocols=protocols)  # type: ignore[arg-type]


def newest_state(socket: ClientConnection) -> dict[str, object]:
    while (message := socket.recv(timeout=DEADLINE_S)) is not None:
        if isinstance(message, str) and (told := json.loads(message))["t"] == "state":
            return told  # type: ignore[no-any-return]
    raise AssertionError("no state")


def state_when(
    socket: ClientConnection, is_wanted: Callable[[dict[str, object]], bool]
) -> dict[str, object]:
    """The first state that is wanted."""
    late_s = time.monotonic() + DEADLINE_S
    while time.monotonic() < late_s:
        message = socket.recv(timeout=DEADLINE_S)
        told = json.loads(message) if isinstance(message, str) else {"t": "frame"}
        if told["t"] == "state" and is_wanted(told):
            return told  # type: ignore[no-any-return]
    raise AssertionError("it is not shown")


def answer(socket: ClientConnection) -> str:
    """The next notice, but for that of a board that is set up only now."""
    while True:
        message = socket.recv(timeout=DEADLINE_S)
        told = in_english(message) if isinstance(message, str) else {"t": "frame"}
        if told["t"] == "notice" and not str(told["text"]).endswith(SET_UP):
            return str(told["text"])


def test_no_request_of_a_stranger_changes_anything(served: Program) -> None:
    with without_key(served) as stranger:
        before = newest_state(stranger)
        while before["phase"] != "play":
            before = newest_state(stranger)
        for sample in SAMPLES:
            if sample["t"] in ("analyse", "share", "describe"):
                continue  # changes nothing, and is answered
            stranger.send(json.dumps(sample))
            assert answer(stranger).startswith(
                "You are watching this game and cannot change it."
            ), sample
        with without_key(served) as another:
            assert newest_state(another) == before


def test_a_spectator_is_told_so_and_has_no_controls(browser: Browser, served: Program) -> None:
    with opened(browser, served.public_url) as page:
        wait_for_prompt(page, "any tower")
        expect(page.locator("#role")).to_contain_text("You are watching.")
        expect(page.locator("#role")).to_contain_text("ask the owner of the board for a link")
        expect(page.locator("#invite:not([hidden])")).to_have_count(0)
        assert enabled(page) == OWN_CONTROLS
        assert page.locator("input[name=help]:not([disabled])").count() == 0
        assert page.locator("#new").get_attribute("title") == "You are watching."
        drag(page, "d8", "d4")
        expect(page.locator("#toast")).to_contain_text("The players move the pieces.")
        assert name_of(page, "d8").startswith("d8, pink square, black pink tower")
        assert violations(page) == []
        page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]
        page.goto(f"{served.public_url}doctor/")
        expect(page.locator("#verdict")).to_contain_text("Only the owner of the board")


def test_a_spectator_of_a_serious_game_sees_its_moves_later() -> None:
    with program("--serious") as running, with_key(running) as own:
        state_when(own, lambda told: told["phase"] == "play")
        own.send(json.dumps({"t": "slide", "from": "d8", "to": "d4"}))
        assert state_when(own, lambda told: told["moves"] != [])["conditions"] == "serious"
        with without_key(running) as stranger:
            assert newest_state(stranger)["moves"] == []
            for request in (
                {"t": "analyse", "number": 1, "ply": 1, "moves": [], "values": False},
                {"t": "describe", "what": "ranks"},
            ):
                stranger.send(json.dumps(request))
                assert "this serious game three minutes later" in answer(stranger)


def test_a_spectator_of_a_serious_game_is_told_of_the_delay(browser: Browser) -> None:
    with program("--serious") as running, opened(browser, running.public_url) as page:
        wait_for_prompt(page, "any tower")
        expect(page.locator("#role")).to_contain_text("serious game three minutes later")


def test_an_owner_stays_one_without_a_key_in_the_address(browser: Browser, served: Program) -> None:
    with opened(browser, served.public_url) as page:
        expect(page.locator("#role")).to_be_visible()
        # As when the address is pasted into a tab that has the page open.
        page.evaluate("hash => { location.hash = hash; }", served.key)
        expect(page.locator("#invite:not([hidden])")).to_have_count(1)
        expect(page.locator("#role")).to_be_hidden()
        assert page.url == served.public_url
        page.reload()
        expect(page.locator("#invite:not([hidden])")).to_have_count(1)
        other = page.context.new_page()
        other.goto(served.public_url)
        expect(other.locator("#invite:not([hidden])")).to_have_count(1)


@pytest.fixture
def owner(browser: Browser, served: Program) -> Iterator[Page]:
    """The owner's page, at the beginning of a match."""
    with opened(browser, served.url) as page:
        wait_for_prompt(page, "to move")
        choose(page, "New game")
        page.get_by_role("button", name="Begin").click()
        wait_for_prompt(page, "Black to move: any tower.")
        yield page


def invite(owner: Page, name: str) -> str:
    """Make a link on the owner's page, and return it."""
    if not owner.locator("#invitation-list").is_visible():
        choose(owner, "Invite others")
    links = owner.locator("#invitation-list li")
    before = links.count()
    owner.get_by_role("button", name=name).click()
    expect(links).to_have_count(before + 1)
    return links.last.locator("code").inner_text()


def test_a_guest_plays_white_until_the_link_is_ended(browser: Browser, owner: Page) -> None:
    link = invite(owner, "Link for White")
    with opened(browser, link) as guest:
        wait_for_prompt(guest, "Black to move: any tower.")
        expect(guest.locator("#role")).to_contain_text("You play White.")
        expect(owner.locator("#invitation-list")).to_contain_text("1 page open")
        assert {"new", "puzzles", "hint", "takeback"}.isdisjoint(enabled(guest))
        drag(guest, "d8", "d6")
        expect(guest.locator("#toast")).to_contain_text("It is not your turn.")
        drag(guest, "a1", "a3")
        expect(guest.locator("[data-plan='a1 a3']")).to_have_count(1)
        guest.keyboard.press("Escape")
        expect(guest.locator("[data-plan]")).to_have_count(0)
        owner.get_by_role("button", name="Done").click()
        drag(owner, "d8", "d4")
        wait_for_prompt(guest, "White to move: the brown tower on a1.")
        assert "hint" in enabled(guest)
        for id in ("#pause", "#resign"):
            expect(guest.locator(id)).to_be_enabled()
        wait_for_name(guest, "d4", "black pink tower")
        tap(guest, "d4")
        expect(guest.locator("#toast")).to_contain_text("d4 is occupied (M3).")
        expect(guest.locator(".tray .held")).to_have_count(0)
        drag(guest, "a1", "a2")
        wait_for_prompt(owner, "Black to move")
        expect(owner.locator("#moves li")).to_have_count(2)
        # Own last move, and only that.
        guest.get_by_role("button", name="Undo").click()
        wait_for_prompt(owner, "White to move: the brown tower on a1.")
        expect(guest.get_by_role("button", name="Undo")).to_be_disabled()
        expect(owner.get_by_role("button", name="Undo")).to_be_enabled()
        choose(guest, "Resign")
        expect(guest.locator("#resign-first")).to_have_text("White resigns: Black wins")
        expect(guest.locator("#resign-second")).to_be_hidden()
        guest.keyboard.press("Escape")
        assert violations(guest) == []
        choose(owner, "Invite others")
        owner.get_by_role("button", name="Turn off this link").last.click()
        expect(guest.locator("#role")).to_contain_text("You are watching.")
        expect(guest.locator("#role")).to_contain_text("Your link is no longer valid.")
        expect(guest.locator("#toast")).to_contain_text("has ended your link")
        guest.reload()
        expect(guest.locator("#role")).to_contain_text("Your link is no longer valid.")
        assert enabled(guest) == OWN_CONTROLS
        drag(guest, "a1", "a2")
        expect(guest.locator("#toast")).to_contain_text("The players move the pieces.")
        wait_for_prompt(owner, "White to move: the brown tower on a1.")


def test_links_that_no_phone_reaches_are_shown_as_text_alone(owner: Page) -> None:
    invite(owner, "Link for White")
    expect(owner.locator("#invitations-reach")).to_contain_text("--listen 0.0.0.0:8765")
    expect(owner.locator("#invitation-list summary")).to_have_count(0)


@pytest.fixture
def script() -> Iterator[Script]:
    with Script(HELLO, state(), hand()) as running:
        yield running


def test_links_are_shown_as_text_and_as_qr_codes(browser: Browser, script: Script) -> None:
    script.access.move_to(script.public_url, True)
    with opened(browser, script.url) as owner:
        choose(owner, "Invite others")
        links = owner.locator("#invitation-list li")
        expect(links).to_have_count(1)
        for number, role in enumerate((Role.WHITE, Role.BLACK, Role.OWNER), 2):
            script.invite(role)
            expect(links).to_have_count(number)
        expect(links.last).to_contain_text("To own the board as you do")
        links.last.locator("summary").click()
        expect(links.last.get_by_role("img")).to_be_visible()
        # A link that is made meanwhile closes no code that is being scanned.
        script.invite(Role.BLACK)
        expect(links).to_have_count(5)
        expect(links.nth(3).get_by_role("img")).to_be_visible()
        expect(owner.locator("#invitations-reach")).to_be_hidden()
        assert violations(owner) == []
        owner.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
        assert owner.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]


def test_an_owner_may_try_a_link_in_the_same_browser(browser: Browser, script: Script) -> None:
    with opened(browser, script.url) as owner:
        expect(owner.locator("#invite:not([hidden])")).to_have_count(1)
        link = script.invite(Role.BLACK)
        trial = owner.context.new_page()
        trial.goto(f"{script.public_url}#{link.secret}")
        expect(trial.locator("#role")).to_contain_text("You play Black.")
        trial.reload()
        expect(trial.locator("#role")).to_contain_text("You play Black.")
        owner.reload()
        expect(owner.locator("#invite:not([hidden])")).to_have_count(1)
        trial.close()


def test_the_ticket_of_the_opened_browser_becomes_the_key(browser: Browser, script: Script) -> None:
    ticket = script.access.ticket()
    with opened(browser, f"{script.public_url}#{ticket}") as page:
        expect(page.locator("#invite:not([hidden])")).to_have_count(1)
        page.reload()
        expect(page.locator("#invite:not([hidden])")).to_have_count(1)
        assert keys(page.context, script) == {script.access.owner_key}
    with opened(browser, f"{script.public_url}#{ticket}") as late:
        expect(late.locator("#role")).to_contain_text("You are watching.")


def keys(context: BrowserContext, script: Script) -> set[str]:
    """Keys that a browser keeps for the page."""
    page = context.new_page()
    page.goto(script.public_url)
    stored = page.evaluate(
        "[localStorage.getItem('kamisado-key'), sessionStorage.getItem('kamisado-key')]"
    )
    page.close()
    return {key for key in stored if key is not None}
