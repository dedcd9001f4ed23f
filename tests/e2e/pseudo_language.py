"""The pseudo-language on the page."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route

from host.message import languages
from tests.support.pseudo_catalogue import PSEUDO, pseudo_catalogue


def add_pseudo_language(page: Page) -> None:
    """Have the page find one language more than the program has."""
    texts = {"index": {**languages(), PSEUDO: "Pséúdó"}, PSEUDO: pseudo_catalogue()}

    def send(route: Route) -> None:
        name = route.request.url.rpartition("/")[2].removesuffix(".json")
        route.fulfill(body=json.dumps(texts[name]), content_type="application/json")

    page.context.route(re.compile(rf"/locale/(index|{PSEUDO})\.json$"), send)
    page.reload()
