"""Words that the page tells while a test plays on it."""

from __future__ import annotations

import re

from playwright.sync_api import Page

ASKED = re.compile(r"\b(put|carry|take|check|exchanged|set up the board)\b", re.IGNORECASE)
"""Words with which hands on a real board are asked for something."""


def watch_words(page: Page) -> None:
    """Collect in `window.told` every text of the status line and of the toast from now on."""
    page.evaluate(
        """() => {
          window.told = new Set();
          const look = () => {
            for (const id of ["prompt-text", "detail", "toast", "live", "alert"]) {
              window.told.add(document.getElementById(id).textContent);
            }
            const glowing = document.querySelectorAll('[data-mark^="fill"]').length;
            if (glowing) window.told.add(`check ${glowing} lights`);
          };
          new MutationObserver(look).observe(
            document.body, {subtree: true, childList: true, characterData: true});
        }"""
    )


def asked(page: Page) -> list[str]:
    """Sentences that ask hands for something."""
    return [text for text in page.evaluate("[...window.told]") if ASKED.search(text)]


def wait_for_tray(page: Page, *texts: str) -> None:
    """Wait until all of these stand beside the board."""
    page.wait_for_function(
        "texts => { const told = [...document.querySelectorAll('.tray')]"
        ".map(tray => tray.textContent).join(' ');"
        " return texts.every(text => told.includes(text)); }",
        arg=list(texts),
    )
