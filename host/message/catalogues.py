"""Catalogues: the words of each language.

The words stand in `host/data/locale/LANGUAGE.json`, in a section for each package of `host/`.  An
entry is a template; or one for each plural form of the argument `count`, by the categories of
`plural.py`; or one for each grammatical form that the language needs, of which the first stands
where none is asked for:

    "engine.blocked": "{square} is in the way (M2)"
    "engine.reach": {"one": "... {count} square ...", "other": "... {count} squares ..."}
    "piece.stone": {"subject": "kavics", "object": "kavicsot"}

A placeholder names an argument, and after colons what becomes of it:

    {x:capital}, {x:uncapital}  begins with a capital letter, with a small one
    {x:clause}                  leaves the final full stop away
    {x:decimal}                 has the language's decimal mark, the entry "decimal_mark"
    {x:24}                      fills a column of a table: numbers to the right, texts to the left
    {x:or}                      joins several with "or"
    {x:the}                     after the article that its sound asks for: the first of the entry
                                "the" whose regular expression it begins with
    {x:object}                  any other word: the form of that name

Two more entries are about the language: "locale" is its code, "language" its own name for itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from host import COMMAND

Template: TypeAlias = str | Mapping[str, str]
Catalogue: TypeAlias = Mapping[str, Template]

DEFAULT_LANGUAGE = "en"
FOLDER = files("host").joinpath("data/locale")


@cache
def catalogue(language: str) -> Catalogue:
    """Read the templates of a language by their ids; what it lacks is in English.

    Raises:
        FileNotFoundError: there is no such language.
    """
    text = FOLDER.joinpath(f"{language}.json").read_text(encoding="utf-8")
    # Templates name the launcher of a checkout; a package has none.
    found: Catalogue = json.loads(text.replace("./kamisado", COMMAND))
    return found if language == DEFAULT_LANGUAGE else {**catalogue(DEFAULT_LANGUAGE), **found}
