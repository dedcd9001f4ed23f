"""Texts of the page: the same rules in JavaScript as in Python, and a catalogue without gaps."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from browser.build.site import IN_MANIFEST, ON_SITE, PATHS, words_of
from host.message import Message, catalogue, languages, message, render
from tests.support.require import require

STATIC = Path(__file__).resolve().parents[3] / "host" / "ui" / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
SCRIPTS_OF_SITE = sorted((STATIC.parents[2] / "browser" / "static").rglob("*.js"))
WALL = (STATIC / "wall" / "index.html", STATIC / "overlay" / "index.html")
FLASH = STATIC.parents[2] / "browser" / "static" / "flash.html"
TABLE = json.loads(Path(__file__).with_name("message_cases.json").read_text(encoding="utf-8"))
CASES = [("catalogue", *case) for case in TABLE["cases"]] + [
    (language, {"id": "points", "args": {"count": count}}, text.format(count))
    for language, counts, text in TABLE["plurals"]
    for count in counts
]
"""Names of catalogues, messages, and their words."""
PAGE = {id for id in catalogue("en") if id.startswith("page.")}
GROUPS = sorted({id.partition(".")[0] for id in catalogue("en") if "." in id})
USED = re.compile(rf'"((?:{"|".join(GROUPS)})\.(?!js\b)\w+)"')
BEGINNING = re.compile(r"`(page\.\w+_)\$\{")
CALL = re.compile(r't\("(page\.\w+)"(?:, \{([^{}]*)\})?\)')


def argument(value: object) -> object:
    if isinstance(value, list):
        return tuple(argument(each) for each in value)
    return decoded(value) if isinstance(value, dict) else value


def decoded(told: dict[str, object]) -> Message:
    args = told["args"]
    assert isinstance(args, dict)
    return message(str(told["id"]), **{name: argument(each) for name, each in args.items()})  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "told", "text"), CASES)
def test_python_puts_a_message_into_words(
    language: str, told: dict[str, object], text: str
) -> None:
    assert render(decoded(told), TABLE[language]) == text


def page_texts(expression: str) -> object:
    """Return the value of an expression in the page's module, with the table's catalogue."""
    node = shutil.which("node")
    require(node is not None, "Node.js is missing: apt-get install nodejs")
    assert node is not None
    script = f"""
        import * as page from {json.dumps((STATIC / "js" / "text" / "messages.js").as_uri())};
        const tables = {json.dumps(TABLE)};
        const cases = {json.dumps(CASES)};
        globalThis.fetch = async () => ({{ ok: true, json: async () => tables.catalogue }});
        await page.loadCatalogue("table");
        console.log(JSON.stringify({expression}));
    """
    found = subprocess.run(
        [node, "--input-type=module", "--eval", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(found.stdout)


def test_the_page_puts_the_same_messages_into_the_same_words() -> None:
    found = page_texts("cases.map(([name, message]) => page.render(message, tables[name]))")
    assert found == [text for _, _, text in CASES]


def test_the_page_decodes_a_message_within_a_message_in_its_form() -> None:
    tower = {"id": "torony", "args": {"colour": "kék"}}
    told = {"texts": [{"id": "lift", "args": {"tower": tower}}, None, tower], "ply": 3}
    found = page_texts(f"page.decode({json.dumps(json.dumps(told))})")
    assert found == {"texts": ["emeld fel a kék tornyot", None, "kék torony"], "ply": 3}


class Texts(HTMLParser):
    """Ids of the page's texts, and the texts that stand in the HTML itself."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.written: set[str] = set()
        self.labels: set[str] = set()
        self.without_scripts: list[str] = []
        self._within = [""]
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "noscript":
            self._within.append(tag)
        elif self._within[-1] == "noscript":
            self.without_scripts.append(str(dict(attrs)["lang"]))
        for name, value in attrs:
            if name in ("data-text", "data-label"):
                self.ids.add(str(value))
            elif name in ("aria-label", "title", "placeholder"):
                self.labels.add(str(value))

    def handle_data(self, data: str) -> None:
        if self._within[-1] != "noscript":
            self.written.add(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within[-1]:
            self._within.pop()


def test_the_page_has_its_words_from_the_catalogue() -> None:
    """Only names, keys and signs are written in the HTML."""
    page = Texts(STATIC / "index.html")
    for other in (STATIC / "doctor" / "index.html", FLASH, *WALL):
        assert Texts(other).written == {"", "Kamisado board"}
        assert Texts(other).labels == set()
    keys = {*"RNMTLHUYABC18?/", "Delete", "Shift", "←", "→", "…"}
    assert page.written == {"", "Kamisado board", "Kamisado", "!", "+", "5 + 3", "10 + 5", *keys}
    assert page.labels == set()


def test_a_browser_without_scripts_is_told_in_all_languages() -> None:
    assert sorted(Texts(STATIC / "index.html").without_scripts) == sorted(languages())


def test_the_site_names_its_page_instead_of_commands_that_it_lacks() -> None:
    words = words_of("hu")
    assert words.keys() == catalogue("hu").keys()
    assert "./kamisado flash" not in str(words)
    assert "./kamisado calibrate" not in str(words)
    assert "Menü → Firmware írása a táblára" in str(words["link.board_too_old"])
    assert words["maintenance.never_calibrated"] == words["page.never_calibrated_on_site"]


def test_the_texts_of_the_page_are_those_of_the_catalogue() -> None:
    pages = (STATIC / "index.html", STATIC / "doctor" / "index.html", FLASH, *WALL)
    used = {*ON_SITE.values()}.union(*PATHS.values(), *(Texts(page).ids for page in pages))
    used.update(IN_MANIFEST.values())
    for script in (*SCRIPTS, *SCRIPTS_OF_SITE):
        text = script.read_text(encoding="utf-8")
        used.update(USED.findall(text))
        beginnings = tuple(BEGINNING.findall(text))
        used.update(id for id in PAGE if beginnings and id.startswith(beginnings))
    assert {id for id in used if id.startswith("page.")} == PAGE
    assert used <= catalogue("en").keys()


def test_each_mark_of_the_legend_has_a_meaning() -> None:
    script = (STATIC / "js" / "match" / "controls.js").read_text(encoding="utf-8")
    legend = re.search(r"const LEGEND = \[\n(.*?)\n\];", script, re.DOTALL)
    assert legend is not None
    marks = re.findall(r'\["(\w+)", "(\w+)"\]', legend[1])
    assert len(marks) == len(legend[1].splitlines())
    assert {f"ui.mark_{entry}_{role}" for entry, role in marks} <= catalogue("en").keys()


def test_the_scripts_give_the_arguments_that_a_template_names() -> None:
    checked = set()
    for script in SCRIPTS:
        for id, args in CALL.findall(script.read_text(encoding="utf-8")):
            given = {each.split(":")[0].strip() for each in args.split(",") if each.strip()}
            assert placeholders(id) <= given, (script.name, id)
            checked.add(id)
    assert len(checked) > len(PAGE) / 4, "most calls are simple enough to be read"


def placeholders(id: str) -> set[str]:
    """Names of the arguments in a template, in any of its plural forms."""
    template = catalogue("en")[id]
    forms = [template] if isinstance(template, str) else template.values()
    return {name for form in forms for name in re.findall(r"\{(\w+)", form)}
