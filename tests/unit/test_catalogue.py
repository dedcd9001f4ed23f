"""The English catalogue has exactly the messages that the program uses, with their arguments."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from host.message import catalogue

HOST = Path(__file__).resolve().parents[2] / "host"
ENGLISH = catalogue("en")
BUILT_IN = {"verbatim", "list"}
"""Those that `host/message/` uses itself."""
PREFIX_OF_PAGE = "page."
"""Messages that only the scripts of the page use; tests/unit/ui/test_page_texts.py checks them."""


@cache
def trees() -> dict[Path, ast.Module]:
    """The parsed modules of the host, by their path in it."""
    return {
        file.relative_to(HOST): ast.parse(file.read_text(encoding="utf-8"))
        for file in sorted(HOST.rglob("*.py"))
    }


def calls() -> Iterator[tuple[str, str, set[str] | None]]:
    """Place, id and arguments of each `message("...")`; None for `**` arguments."""
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "message" or not node.args:
                continue
            id = node.args[0]
            if not isinstance(id, ast.Constant) or not isinstance(id.value, str):
                continue
            names = {keyword.arg for keyword in node.keywords}
            known = {name for name in names if name is not None}
            yield f"{file}:{node.lineno}", id.value, None if None in names else known


def placeholders(id: str) -> set[str]:
    """Names of the arguments in a template, in any of its plural forms."""
    template = ENGLISH[id]
    forms = [template] if isinstance(template, str) else list(template.values())
    names = {name for form in forms for name in re.findall(r"\{(\w+)", form)}
    return names if isinstance(template, str) else names | {"count"}


def test_no_message_is_in_a_catalogue_twice() -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        twice = [id for id, count in Counter(id for id, _ in pairs).items() if count > 1]
        assert not twice
        return dict(pairs)

    file = HOST / "data" / "locale" / "en.json"
    assert (
        json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once).keys()
        == ENGLISH.keys()
    )


@pytest.mark.slow
def test_each_message_has_its_template_and_the_arguments_that_it_names() -> None:
    wrong = []
    for place, id, args in calls():
        if id == "sentences":
            continue
        if id not in ENGLISH:
            wrong.append(f"{place}: no template {id}")
        elif args is not None and args != placeholders(id):
            wrong.append(f"{place}: {id} has {sorted(args)}, names {sorted(placeholders(id))}")
    assert wrong == []


def pattern(text: ast.JoinedStr) -> str:
    """A regular expression for an f-string: any word may stand for a placeholder."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
        for part in text.values
    )


def test_each_template_is_used() -> None:
    """By its id as a text, or by an f-string as `message(f"engine.{side}_wins")`."""
    nodes = [node for tree in trees().values() for node in ast.walk(tree)]
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    patterns = {pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)}
    named = re.compile("|".join(each for each in patterns if re.match(r"[a-z_]+\\\.", each)))
    own = {id for id in ENGLISH if not id.startswith(PREFIX_OF_PAGE)}
    unused = own - texts - BUILT_IN
    assert {id for id in unused if not named.fullmatch(id)} == set()
