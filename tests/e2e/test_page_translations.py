"""All states of the page in all languages: nothing stays English, and nothing is cut on a phone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest
from playwright.sync_api import Browser, Page

from host.message import languages
from host.session.access.role import Role
from tests.e2e.page_sizes import at_size
from tests.e2e.page_support import Message, Script, opened
from tests.e2e.pseudo_language import add_pseudo_language
from tests.support.page_states import analysed, reviewed, saved_matches, states
from tests.support.pseudo_catalogue import PSEUDO

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

ANALYSED = "moved, with a hint"
"""State in which the analysis is opened."""
SAID = ("live: ", "alert: ")
"""Regions whose texts have been said."""
NARROW = {"width": 360, "height": 740}

WATCH_STATES = """
window.shown = 0;
window.WebSocket = class extends WebSocket {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return;
      const message = JSON.parse(data);
      if (message.t === "state") window.shown = message.rev;
    });
  }
};
"""
"""Have `window.shown` be the number of the newest state; the page's own listener runs after this
one, in the same task."""

HIDE_DRAWINGS = """() => {
  const hidden = new CSSStyleSheet();
  hidden.replaceSync(".drawing { display: none }");
  document.adoptedStyleSheets.push(hidden);
}"""
"""The board is drawn anew for each state, and has no text but coordinates."""

CHOOSE = """async code => {
  const select = document.getElementById("language");
  select.value = code;
  select.dispatchEvent(new Event("change"));
}"""

ENGLISH = r"""() => {
  const word = /(?<![\p{L}\d])[A-Za-z]*[AEIOUaeiou][A-Za-z]*(?![\p{L}\d])/gu;
  const NAMES = /Kamisado|http:\S+/g;
  const found = new Set();
  const look = (text, where) => {
    const words = text.replace(NAMES, "").match(word) ?? [];
    if (words.some((each) => each.length > 1)) found.add(`${where}: ${text.trim()}`);
  };
  const name = (element) => element.closest("[id]")?.id ?? element.tagName;
  // Rules have files of their own; languages are called as they call themselves.
  const foreign = "script, style, noscript, kbd, #rule-list, option[lang]";
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest(foreign)) look(data, name(parentElement));
  }
  for (const attribute of ["aria-label", "title", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      look(element.getAttribute(attribute), `${name(element)} ${attribute}`);
    }
  }
  look(document.title, "title");
  return [...found];
}"""
"""Texts of the whole document, hidden ones too, with a word that has no accent."""

CUT = r"""() => {
  const found = [];
  const boxes =
    "button, label, legend, summary, h1, h2, h3, a, li, dt, dd, th, td, p, small, select";
  const UNSEEN = ".visually-hidden, .skip, option";
  const pen = document.createElement("canvas").getContext("2d");
  for (const box of document.querySelectorAll(boxes)) {
    if (!box.checkVisibility({ visibilityProperty: true }) || box.closest(UNSEEN)) continue;
    const style = getComputedStyle(box);
    const { left, right, width } = box.getBoundingClientRect();
    if (!width || style.display === "inline" || box.closest("#link")) continue;
    if (box.matches("select")) {
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      for (const { text } of box.options) {
        if (pen.measureText(text).width > room + 1) found.push(`${box.id}: ${text}`);
      }
      continue;
    }
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.trim() || text.parentElement.closest(UNSEEN)) continue;
      if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const scrolls = text.parentElement.closest(".scroll, .moves, #moves-box");
      const [from, to] = scrolls ? [left, right] : [Math.max(left, 0), Math.min(right, innerWidth)];
      const within = ({ left, right }) => left >= from - 1 && right <= to + 1;
      if (![...range.getClientRects()].every(within)) {
        found.push(`${box.tagName} ${box.closest("[id]")?.id}: ${text.data.trim()}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the window");
  return [...new Set(found)];
}"""
"""Texts that are wider than their button, label or line, and choices wider than their list."""

IN_DIALOGS = (
    """() => {
  const cut = """
    + CUT
    + """;
  const found = [];
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.id === "new-game") document.getElementById("new").click();
    else dialog.showModal();
    for (const details of dialog.querySelectorAll("details")) details.open = true;
    found.push(...cut().map((text) => `${dialog.id}: ${text}`));
    dialog.close();
  }
  const menu = document.getElementById("menu");
  menu.showPopover();
  found.push(...cut().map((text) => `menu: ${text}`));
  menu.hidePopover();
  return found;
}"""
)

SIDEWAYS = """() => {
  const found = [];
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.id === "new-game") document.getElementById("new").click();
    else dialog.showModal();
    for (const details of dialog.querySelectorAll("details")) details.open = true;
    for (const each of [dialog, ...dialog.querySelectorAll("*")]) {
      if (each.scrollWidth <= each.clientWidth || each.closest(".visually-hidden")) continue;
      if (getComputedStyle(each).overflowX === "visible") continue;
      found.push(`${dialog.id} ${each.className}`);
    }
    dialog.close();
  }
  return found;
}"""
"""Dialogs, or parts of them, that scroll sideways or cut what is beside them."""


class Reader:
    """A page that shows one state after another in one language after another."""

    def __init__(self, page: Page, script: Script) -> None:
        self.page = page
        self.script = script
        self.rev = 1

    def speak(self, code: str) -> None:
        self.page.evaluate(CHOOSE, code)
        self.page.wait_for_function("code => document.documentElement.lang === code", arg=code)

    def english(self) -> list[str]:
        """Return the texts that are shown and stay English once the page has had time to change."""
        deadline_s = time.monotonic() + 10
        while True:
            texts = self.page.evaluate(ENGLISH.replace('"script,', '"[hidden], script,'))
            stay = [text for text in texts if not text.startswith(SAID)]
            if not stay or time.monotonic() > deadline_s:
                return stay
            self.page.wait_for_timeout(20)

    def show(self, messages: list[Message]) -> None:
        """Show a state, and wait until it is drawn."""
        self.rev += 1
        hello, told = messages
        self.script.publish(hello, {**told, "rev": self.rev})
        self.page.wait_for_function("rev => window.shown === rev", arg=self.rev)

    @contextmanager
    def analysing(self) -> Iterator[None]:
        """Open the analysis of the state that is shown until the block ends."""
        self.script.asked.clear()
        self.page.locator("#analyse").dispatch_event("click")
        self.script.wait_for(lambda asked: "analyse" in [each["t"] for each in asked])
        (request,) = [each for each in self.script.asked if each["t"] == "analyse"]
        self.script.publish(analysed(int(str(request["number"]))))
        self.page.locator("body[data-analysing]").wait_for()
        yield
        self.page.locator("#analyse").dispatch_event("click")
        self.page.locator("body:not([data-analysing])").wait_for()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Reader]:
    """A page on a phone, for the owner, who has invited others."""
    with Script(*next(states())[1]) as script:
        script.invite(Role.WHITE)
        with opened(browser, script.url, start=True, viewport=NARROW, locale=PSEUDO) as page:
            page.context.add_init_script(WATCH_STATES)
            add_pseudo_language(page)
            page.wait_for_function("() => window.shown === 1")
            page.evaluate(HIDE_DRAWINGS)
            yield Reader(page, script)


def test_no_text_stays_english_or_is_cut(reader: Reader) -> None:
    shown = list(states())
    found = []
    for code in (PSEUDO, *languages()):
        reader.speak(code)
        reader.script.publish(saved_matches(), reviewed())
        for name, messages in shown:
            reader.show(messages)
            texts = reader.page.evaluate(ENGLISH if code == PSEUDO else CUT)
            found += [f"{code}, {name}: {text}" for text in texts]
            if name == ANALYSED:
                with reader.analysing():
                    texts = reader.page.evaluate(ENGLISH if code == PSEUDO else CUT)
                found += [f"{code}, analysis: {text}" for text in texts]
        if code != PSEUDO:
            found += [f"{code}, {text}" for text in reader.page.evaluate(IN_DIALOGS)]
    assert "\n".join(dict.fromkeys(found)) == ""


def test_no_dialog_scrolls_sideways(reader: Reader) -> None:
    reader.script.publish(saved_matches())
    for code in languages():
        reader.speak(code)
        for width in (360, 345, 320):  # 345 are left beside a scrollbar
            with at_size(reader.page, width, 640):
                assert reader.page.evaluate(SIDEWAYS) == [], code


def test_a_text_changes_with_the_language(reader: Reader) -> None:
    """Texts that are not shown may wait, e.g. the last lesson while a game is played."""
    found = []
    reader.page.locator("#speech").dispatch_event("click")  # offers voices
    for name, messages in states():
        reader.speak("en")
        reader.show(messages)
        reader.script.publish(saved_matches(), reviewed())
        if name == ANALYSED:
            with reader.analysing():
                pass
        reader.speak(PSEUDO)
        with reader.analysing() if name == ANALYSED else nullcontext():
            found += [f"{name}: {text}" for text in reader.english()]
    assert "\n".join(found) == ""


def test_no_text_of_a_guest_stays_english_or_is_cut(browser: Browser) -> None:
    with Script(*next(states())[1]) as script:
        player = script.invite(Role.BLACK)
        found = []
        for role, url in (
            ("player", f"{script.public_url}#{player.secret}"),
            ("spectator", script.public_url),
        ):
            with opened(browser, url, viewport=NARROW, locale=PSEUDO) as page:
                page.context.add_init_script(WATCH_STATES)
                add_pseudo_language(page)
                page.wait_for_function("() => window.shown === 1")
                page.locator("#role:not(:empty)").wait_for()
                texts = [*page.evaluate(ENGLISH), *page.evaluate(CUT)]
                found += [f"{role}: {text}" for text in texts]
    assert "\n".join(found) == ""
