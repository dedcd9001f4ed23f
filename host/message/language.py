"""Languages that there are, and the one in which this program speaks.

Each page chooses its own; this is that of the terminal and of speech.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from host.message.catalogues import DEFAULT_LANGUAGE, FOLDER, catalogue

_spoken = DEFAULT_LANGUAGE


@cache
def languages() -> Mapping[str, str]:
    """Return the languages that there are: their own names by their codes, in order of these."""
    codes = sorted(file.name.removesuffix(".json") for file in FOLDER.iterdir())
    return {code: str(catalogue(code)["language"]) for code in codes}


def find_language(tag: str) -> str | None:
    """Return the language for a tag, e.g. "pt-PT" for "pt_BR.UTF-8"; None if there is none."""
    wanted = tag.partition(".")[0].replace("_", "-").casefold()
    near = [code for code in languages() if code.partition("-")[0] == wanted.partition("-")[0]]
    return next((code for code in near if code.casefold() == wanted), near[0] if near else None)


def language_of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the variables of a system's locale ask for; English if none does."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    tag = next((environment[name] for name in names if environment.get(name)), "")
    return find_language(tag) or DEFAULT_LANGUAGE


def use_language(code: str) -> None:
    """Have this program speak another language from now on.

    Raises:
        KeyError: there is no such language.
    """
    global _spoken
    if code not in languages():
        raise KeyError(code)
    _spoken = code


def spoken_language() -> str:
    """Return the code of the language that this program speaks."""
    return _spoken
