"""A match of two pages over a broker: invited, joined, played, talked about and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from soak.remote.brokers import RealBroker
from tests.e2e.page_support import (
    PHONE,
    choose,
    cut_words,
    drag,
    opened,
    program,
    violations,
    wait_for_prompt,
)

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


def invite(page: Page, broker: str) -> None:
    """Ask for an invitation on the start screen."""
    page.locator("#start-far").click()
    page.locator("#far-broker").fill(broker)
    page.locator("#new-game").get_by_role("button", name="Begin").click()


def link_of(page: Page) -> str:
    """Return the link that is shown, and close its dialog."""
    expect(page.locator("#far-dialog .qr")).to_be_visible()
    link = page.locator("#far-address").text_content() or ""
    page.locator("#far-dialog").get_by_role("button", name="Done").click()
    return link


def join(page: Page, link: str) -> None:
    """Paste a link on the start screen."""
    page.locator("#start-join").click()
    page.locator("#join-link").fill(link)
    page.locator("#join-form").get_by_role("button", name="Join").click()


def told(page: Page, side: str, words: str) -> None:
    """Wait until something stands near the name of a side."""
    expect(page.locator(f"#{side}-side")).to_contain_text(words)


def has_moves(count: int, *pages: Page) -> None:
    """Wait until each page shows so many moves."""
    for page in pages:
        expect(page.locator("#moves li")).to_have_count(count)


def test_two_pages_invite_join_play_talk_and_go_on(
    browser: Browser, broker: RealBroker, tmp_path: Path
) -> None:
    with program() as one, opened(browser, one.url, start=True) as black:
        invite(black, "mqtt://127.0.0.1:9")
        expect(black.locator("#far-refused")).to_contain_text("No broker answers at")
        black.locator("#far-broker").fill(str(broker.address))
        black.locator("#new-game").get_by_role("button", name="Begin").click()
        link = link_of(black)
        told(black, "white", "has not joined yet")
        with (
            program(data=tmp_path) as two,
            opened(browser, two.url, start=True, viewport=PHONE) as white,
        ):
            join(white, link[:40])
            expect(white.locator("#join-told")).to_contain_text("cannot be joined")
            white.locator("#join-link").fill(link)
            white.locator("#join-form").get_by_role("button", name="Join").click()
            told(black, "white", "is waiting for you")
            told(white, "black", "is thinking")
            drag(black, "e8", "g6")
            told(black, "white", "is making your move")
            drag(white, "e8", "g6")
            told(black, "white", "is thinking")
            drag(white, "d1", "h5")
            told(white, "black", "is making your move")
            drag(black, "d1", "h5")
            told(white, "black", "is thinking")
            has_moves(2, black, white)
            black.locator("#chat-button").click()
            assert violations(black) == []
            black.locator("#chat").get_by_role("button", name="Good luck!").click()
            expect(white.locator("#toast")).to_contain_text("Your friend says: Good luck!")
            told(white, "black", "“Good luck!”")
            white.locator("[data-square='a1']").focus()
            white.keyboard.press("c")
            assert cut_words(white, "#chat") == []
            white.locator("#chat").get_by_role("button", name="Hello!").press("Enter")
            expect(black.locator("#toast")).to_contain_text("Your friend says: Hello!")
            told(black, "white", "“Hello!” · is waiting for you")
            assert cut_words(black, "#white-player") == []
            black.get_by_role("button", name="“Hello!”").press("Enter")
            expect(black.locator("#white-side")).to_have_text("is waiting for you")
            expect(black.locator("#chat-button")).to_be_focused()
            two.kill()
            told(black, "white", "is away · since")
            expect(black.locator("#prompt-text")).to_contain_text("to move")
            expect(black.locator("#detail")).to_contain_text("Your moves are kept")
        with program(data=tmp_path) as again, opened(browser, again.url, start=True) as white:
            white.locator("#start-saved").click()
            saved = white.locator("#match-list li")
            expect(saved).to_contain_text("with a friend online")
            saved.get_by_role("button", name="Continue").click()
            told(black, "white", "is waiting for you")
            drag(black, "g6", "g3")
            told(black, "white", "is making your move")
            drag(white, "g6", "g3")
            has_moves(3, black, white)


def test_a_proposal_names_its_moves_and_is_withdrawn_and_moves_wait_for_who_is_away(
    browser: Browser, broker: RealBroker
) -> None:
    with program() as one, opened(browser, one.url, start=True) as black:
        invite(black, str(broker.address))
        link = link_of(black)
        drag(black, "e8", "g6")
        wait_for_prompt(black, "Your friend has not joined yet. Your moves are kept")
        with program() as two, opened(browser, two.url, start=True, viewport=PHONE) as white:
            join(white, link)
            expect(white.locator("#toast")).to_contain_text("Your friend is at the board.")
            drag(white, "e8", "g6")
            wait_for_prompt(black, "It is your friend's turn.")
            white.locator("#chat-button").click()
            white.locator("#chat").get_by_role("button", name="I have to go").click()
            told(black, "white", "“I have to go. Let us continue later.”")
            black.locator("#chat-button").click()
            black.locator("#chat").get_by_role("button", name="Well played!").click()
            told(white, "black", "“Well played!”")
            assert cut_words(white, "#black-player") == []
            choose(black, "Resign")
            resignations = black.locator("#resign-dialog button[value]:visible")
            expect(resignations.filter(has_text="resign")).to_have_text(
                "I resign: your friend wins"
            )
            black.keyboard.press("Escape")
            expect(black.locator("#adopt")).to_be_hidden()
            question = white.locator("#negotiation-text")
            for answer in ("withdraw", "refuse", "agree"):
                black.locator("#takeback").click()
                expect(question).to_have_text("Do you accept the takeback of Yellow left 2 Yellow?")
                wait_for_prompt(black, "You have proposed the takeback of Yellow left 2 Yellow.")
                assert cut_words(black, "#status") == []
                asked = white if answer != "withdraw" else black
                asked.locator("#far-withdraw" if answer == "withdraw" else f"#{answer}").click()
                told_then = {
                    "withdraw": "Your proposal is withdrawn.",
                    "refuse": "Your friend does not agree.",
                    "agree": "Taken back",
                }
                expect(black.locator("#toast")).to_contain_text(told_then[answer])
                expect(black.locator("#far-withdraw")).to_be_hidden()
                expect(question).to_be_hidden()
            has_moves(0, black, white)
            expect(black.locator("#white-side")).not_to_contain_text("I have to go")
            drag(black, "e8", "g6")
            told(black, "white", "is making your move")
            drag(white, "e8", "g6")
            has_moves(1, black, white)
            choose(white, "Resign")
            resign = white.locator("#resign-dialog button[value]:visible").filter(has_text="resign")
            resign.click()
            for page, far in ((black, "white"), (white, "black")):
                expect(page.locator("#result")).to_be_visible()
                headline = page.locator("#prompt-text")
                expect(headline).to_have_text("White has resigned: Black wins.")
                expect(headline).to_be_visible()
                expect(page.locator(f"#{far}-side")).to_have_text(far.capitalize())


def test_who_invites_or_joins_from_the_start_screen_of_a_game_leaves_it(
    browser: Browser, broker: RealBroker
) -> None:
    with (
        program() as one,
        opened(browser, one.url) as black,
        program() as two,
        opened(browser, two.url) as white,
    ):
        for page in (black, white):
            drag(page, "e8", "g6")
            has_moves(1, page)
            page.locator("#home").click()
        invite(black, str(broker.address))
        link = link_of(black)
        expect(black.locator("#start")).to_be_hidden()
        expect(black.locator("#chat-button")).to_be_visible()
        black.locator("#home").click()
        expect(black.locator("#continue-words")).to_have_text(
            "Single round · 0 moves · with a friend online"
        )
        black.locator("#continue").click()
        told(black, "white", "has not joined yet")
        join(white, link)
        expect(white.locator("#start")).to_be_hidden()
        told(black, "white", "is waiting for you")
