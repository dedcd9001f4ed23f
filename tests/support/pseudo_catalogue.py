"""A language that is none: English with accents on its vowels. What has none is no message."""

from __future__ import annotations

import re

from host.message import Template, catalogue

PSEUDO = "el"
"""A code that browsers know, so that dates are not English, and that is none of ours."""
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
PARTS = re.compile(r"(\{[^}]*\})")


def pseudo_text(text: str) -> str:
    """English words with accents, placeholders as they are."""
    parts = PARTS.split(text)
    return "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)


def pseudo(template: Template) -> Template:
    if isinstance(template, str):
        return pseudo_text(template)
    return {form: pseudo_text(text) for form, text in template.items()}


def pseudo_catalogue() -> dict[str, Template]:
    """All templates of the program in the pseudo-language."""
    templates = {id: pseudo(template) for id, template in catalogue("en").items()}
    return templates | {"locale": PSEUDO, "language": "Pséúdó"}
