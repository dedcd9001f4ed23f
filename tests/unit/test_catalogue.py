"""The English catalogue has exactly the messages that the program uses, with their arguments."""

from __future__ import annotations

import ast
import fnmatch
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.message import Template, catalogue, languages
from host.message.plural import CATEGORIES
from tests.support.syntax_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]
HOST = ROOT / "host"
BROWSER = ROOT / "browser"
ENGLISH = catalogue("en")
BUILT_IN = {"verbatim", "list"}
"""Those that `host/message/` uses itself."""
PREFIX_OF_PAGE = "page."
"""Messages that only the scripts of the page use; tests/unit/ui/test_page_texts.py checks them."""
SHORTER = {("ai.level", "mover"), ("ai.level", "for")}
"""Forms that leave an argument out: in a sentence the level is "the computer", as beside it stands
which level that is."""


def modules(folder: Path = HOST) -> dict[Path, tuple[ast.AST, ...]]:
    """The nodes of the modules of the host, or of another folder, by their path in it."""
    return {file.relative_to(folder): nodes_of(file) for file in sorted(folder.rglob("*.py"))}


def calls() -> Iterator[tuple[str, str, set[str] | None]]:
    """Place, id and arguments of each `message("...")`; None for `**` arguments."""
    for file, nodes in (modules() | modules(BROWSER)).items():
        for node in nodes:
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


def is_plural(template: Template) -> bool:
    """True if the entry has a form for each category of the argument `count`."""
    return not isinstance(template, str) and bool({"other", "many"} & set(template))


def placeholders(template: Template) -> set[str]:
    """Names of the arguments in an entry, in any of its forms."""
    forms = [template] if isinstance(template, str) else list(template.values())
    names = {name for form in forms for name in re.findall(r"\{(\w+)", form)}
    return names | {"count"} if is_plural(template) else names


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
            wrong.append(f"{place}: host/data/locale/en.json has no {id}")
        elif args is not None and args != placeholders(ENGLISH[id]):
            names = sorted(placeholders(ENGLISH[id]))
            wrong.append(f"{place}: {id} has {sorted(args)}, names {names}")
    assert wrong == []


def pattern(text: ast.JoinedStr) -> str:
    """A regular expression for an f-string: any word may stand for a placeholder."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
        for part in text.values
    )


def test_each_template_is_used() -> None:
    """By its id as a text, or by an f-string as `message(f"engine.{side}_wins")`."""
    nodes = [node for each in (modules() | modules(BROWSER)).values() for node in each]
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    patterns = {pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)}
    named = re.compile("|".join(each for each in patterns if re.match(r"[a-z_]+\\\.", each)))
    own = {id for id in ENGLISH if not id.startswith(PREFIX_OF_PAGE)}
    unused = own - texts - BUILT_IN
    assert {id for id in unused if not named.fullmatch(id)} == set()


TELLING = {"Notice", "CommandError", "message", "sentences", "verbatim", "warning_message"}
"""Calls whose arguments players read."""
FOR_BUILDERS = {"cli/analyse", "cli/build", "cli/develop", "cli/learn"}
"""Commands that speak English."""


def written(node: ast.expr) -> str:
    """The words of a text in the source; empty if it is none or has none."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
    return " ".join(text for text in texts if re.search(r"[A-Za-z]{2}", text))


def test_who_is_told_to_press_reset_may_pull_the_plug_instead() -> None:
    """Boards made before the reset button have none."""
    forms = [(id, str(template)) for id, template in ENGLISH.items()]
    pressed = {id: text for id, text in forms if re.search(r"[Pp]ress\b.*\breset\b", text)}
    assert len(pressed) > 5
    assert [id for id, text in pressed.items() if not re.search(r"\bplug\b", text)] == []


def test_nothing_that_players_read_is_written_in_the_source() -> None:
    """Neither what is told nor an argument of a message is an English text."""
    found = []
    for file, nodes in modules().items():
        if file.parent.as_posix() in FOR_BUILDERS:
            continue
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in TELLING:
                told = [*call.args[name == "message" :], *(each.value for each in call.keywords)]
                found += [f"{file}:{call.lineno} {text}" for text in map(written, told) if text]
    assert found == []


ABOUT_THE_LANGUAGE = {"locale", "language", "decimal_mark", "the"}


def own(language: str) -> dict[str, Template]:
    """Entries of a catalogue, without those that it takes from the English one."""
    file = HOST / "data" / "locale" / f"{language}.json"
    found: dict[str, Template] = json.loads(file.read_text(encoding="utf-8"))
    return found


UNTRANSLATED: dict[str, list[str]] = tomllib.loads(
    (ROOT / "tests" / "untranslated.toml").read_text(encoding="utf-8")
)["untranslated"]
"""Languages by the pattern of the ids that they lack for now."""


@pytest.mark.parametrize("language", languages())
def test_each_language_has_all_messages_and_no_others(language: str) -> None:
    entries = set(own(language)) - ABOUT_THE_LANGUAGE
    lacking = set(ENGLISH) - ABOUT_THE_LANGUAGE - entries
    awaited = [id for id, those in UNTRANSLATED.items() if language in those]
    told = [
        f"{language}.json has no {id}: translate it, or list it in tests/untranslated.toml"
        for id in sorted(lacking)
        if not any(fnmatch.fnmatchcase(id, each) for each in awaited)
    ]
    assert told == []
    assert [each for each in awaited if not fnmatch.filter(lacking, each)] == [], "translated"
    assert sorted(entries - set(ENGLISH)) == []


@pytest.mark.parametrize("language", languages())
def test_each_language_fills_the_same_placeholders(language: str) -> None:
    wrong = []
    for id, template in own(language).items():
        if id in ABOUT_THE_LANGUAGE:
            continue
        expected = placeholders(ENGLISH[id])
        found = placeholders(template)
        # A language may leave a plural form out that it does not need, or need one more.
        if found | {"count"} != expected | {"count"} or ("count" in found) > ("count" in expected):
            wrong.append(f"{id} has {sorted(expected)}, names {sorted(found)}")
        if is_plural(template) and set(template) != set(CATEGORIES[language]):
            wrong.append(f"{id} has the plural forms {sorted(template)}")
        if isinstance(template, dict) and not is_plural(template):
            for form, text in template.items():
                if placeholders(text) != found and (id, form) not in SHORTER:
                    wrong.append(f"{id} in the form {form} lacks an argument")
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_each_form_that_is_asked_for_is_that_of_some_entry(language: str) -> None:
    entries = [
        template if isinstance(template, dict) else {"": template}
        for id, template in own(language).items()
        if id not in ABOUT_THE_LANGUAGE
    ]
    forms = {form for entry in entries for form in entry}
    texts = [text for entry in entries for text in entry.values()]
    asked = {
        name
        for text in texts
        for formats in re.findall(r"\{\w+((?::\w+)+)\}", text)
        for name in formats.split(":")
        if name and not name.isdecimal()
    }
    assert asked - forms <= {"capital", "uncapital", "clause", "decimal", "or", "the"}


@pytest.mark.parametrize("language", languages())
def test_the_help_of_the_terminal_fits_80_columns(language: str) -> None:
    commands = own(language)["ui.commands"]
    assert isinstance(commands, str)
    assert [line for line in commands.splitlines() if len(line) > 79] == []


def test_the_words_for_native_speakers_to_check_are_in_the_catalogues() -> None:
    document = (HOST.parent / "docs" / "translating.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z]{2}(?:-[A-Z]{2})?) \| (`.*?) \|", document, re.MULTILINE)
    assert {language for language, _ in rows} == set(languages()) - {"en"}
    unknown = [
        f"{language}: {word}"
        for language, words in rows
        for word in re.findall(r"`(.*?)`", words)
        if word.casefold() not in str(catalogue(language)).casefold()
    ]
    assert unknown == []
