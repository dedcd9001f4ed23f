"""Checks of documents, and the generators of their pictures and of the site."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from docs.tools import architecture_picture, light_pictures, recognition_page, site
from tests import docs, typed_examples
from tests.support.require import require

ROOT = Path(__file__).resolve().parents[2]


def test_the_pictures_of_the_lights_are_up_to_date() -> None:
    stale = [path.name for path in light_pictures.stale()]
    assert not stale, "run `python -m docs.tools.light_pictures`"


def test_the_picture_of_the_architecture_is_up_to_date() -> None:
    drawn = architecture_picture.PICTURE.read_text(encoding="utf-8")
    assert drawn == architecture_picture.picture(), (
        "run `python -m docs.tools.architecture_picture`"
    )


def test_the_page_about_recognition_is_up_to_date() -> None:
    page = recognition_page.PAGE.read_text(encoding="utf-8")
    assert page == recognition_page.page(), "run `python -m docs.tools.recognition_page`"


def test_the_numbers_in_the_text_about_recognition_are_those_of_the_sources() -> None:
    page = recognition_page.PAGE.read_text(encoding="utf-8")
    named = re.findall(r"\(([\d.]+)( m?s|),\s+`(\w+)` of `([\w/]+)\.py`\)", page)
    assert len(named) >= 7
    for number, unit, name, module in named:
        source = (ROOT / f"{module}.py").read_text(encoding="utf-8")
        value = re.search(rf"^{name} = (?:const\()?([\d_]+)", source, re.MULTILINE)
        assert value is not None, f"there is no {name} in {module}.py"
        assert float(number) * (1000 if unit == " s" else 1) == int(value[1]), name


def test_every_entry_of_the_light_language_is_described_with_its_picture() -> None:
    page = (ROOT / "docs" / "lights.md").read_text(encoding="utf-8")
    assert [name for name in light_pictures.pictures() if f"](lights/{name})" not in page] == []


def test_every_package_of_the_contract_is_described() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = {package for level in architecture_picture.levels() for package in level}
    folders = {package for package in packages if (ROOT / "host" / package).is_dir()}
    assert [package for package in sorted(folders) if f"| `host/{package}/` |" not in page] == []


def test_the_site_takes_links_of_the_repository_to_its_own_places() -> None:
    text = (
        "[guide](../hardware/GUIDE.md#solder) ![](lights/any.svg) [web](https://example.org) "
        "[here](#here) [code](../host/link/errors.py) [`code`](../host/link/errors.py)"
    )
    changed, linked = site.with_site_links(text, Path("docs/manual.md"))
    assert changed == (
        "[guide](hardware/GUIDE.md#solder) ![](lights/any.svg) [web](https://example.org) "
        "[here](#here) `code` `code`"
    )
    assert linked == {Path("hardware/GUIDE.md"), Path("docs/lights/any.svg")}


def test_links_of_built_pages_lead_to_files_or_are_told(tmp_path: Path) -> None:
    (tmp_path / "manual").mkdir()
    (tmp_path / "a b.png").touch()
    (tmp_path / "manual" / "index.html").write_text(
        '<a href="../"></a> <a href="#top"></a> <a href="mailto:x@y"></a> <a href="/manual/#a"></a>'
        '<img src="../a%20b.png?1"> <a href="//example.org/x"></a>'
    )
    (tmp_path / "index.html").write_text('<a href="manual/"></a><a href="manual/index.html"></a>')
    assert list(site.dead_links(tmp_path)) == []
    (tmp_path / "index.html").write_text('<a href="play/"></a><script src="/gone.js"></script>')
    assert list(site.dead_links(tmp_path)) == [
        "index.html: the link to '/gone.js' leads nowhere",
        "index.html: the link to 'play/' leads nowhere",
    ]


def test_the_front_page_says_what_kamisado_is_and_lets_one_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "SOURCE", tmp_path / "source")
    assert site.assemble() == []
    parts = (tmp_path / "source" / "index.md").read_text("utf-8").split("\n\n")
    title, sentence, button, _, film = parts[:5]
    assert title.startswith("# ")
    assert sentence.startswith("Kamisado is a game for two")
    assert button.startswith("[Play now](play/)")
    assert film.endswith("(film.gif)")
    assert (tmp_path / "source" / "film.gif").is_file()


def test_every_page_is_in_the_navigation_and_links_to_pages_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "SOURCE", tmp_path / "source")
    assert site.assemble() == []


@pytest.mark.slow
def test_the_site_is_built_in_strict_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    require(importlib.util.find_spec("zensical") is not None, "pip install -e '.[docs]'")
    (tmp_path / "mkdocs.yml").write_text("site_name: Test\ndocs_dir: source\nsite_dir: site\n")
    monkeypatch.setattr(site, "CONFIG", tmp_path / "mkdocs.yml")
    monkeypatch.setattr(site, "SITE", tmp_path / "site")
    monkeypatch.setattr(site, "assemble", lambda: [])
    monkeypatch.setattr(site, "build_play", lambda _: None)
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "index.md").write_text("# Test\n")
    assert site.build()[0] == tmp_path / "site"
    (tmp_path / "source" / "index.md").write_text("# Test\n\n[dead](nowhere.md)\n")
    with pytest.raises(site.SiteError):
        site.build()
    assert "page does not exist" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[a](nowhere.md)", "page.md: the link to 'nowhere.md' leads nowhere"),
        ("see `host/nowhere.py`", "page.md: there is no file 'host/nowhere.py'"),
        ("`python -m tests.nowhere`", "page.md: there is no module 'tests.nowhere' to run"),
        ("`python3 -m tests.nowhere`", "page.md: there is no module 'tests.nowhere' to run"),
        ("`./kamisado nonsense`", "page.md: `./kamisado nonsense` is not a command"),
        ("`./kamisado rules --nope`", "page.md: `./kamisado rules` has no option --nope"),
    ],
)
def test_faults_of_documents_are_told(text: str, fault: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    assert docs.faults_in(page, tmp_path) == [fault]


def test_a_module_that_does_nothing_when_it_is_run_is_told(tmp_path: Path) -> None:
    page, module = tmp_path / "page.md", tmp_path / "tests" / "words.py"
    page.write_text("`python -m tests.words`", encoding="utf-8")
    module.parent.mkdir()
    module.write_text("def main() -> None: ...\n", encoding="utf-8")
    assert docs.faults_in(page, tmp_path) == ["page.md: there is no module 'tests.words' to run"]
    module.write_text('if __name__ == "__main__":\n    print()\n', encoding="utf-8")
    assert docs.faults_in(page, tmp_path) == []


def test_a_command_that_a_package_does_not_have_is_told(tmp_path: Path) -> None:
    page, package = tmp_path / "page.md", tmp_path / "tests" / "words"
    page.write_text("`python -m tests.words make`, `python3 -m tests.words build`", "utf-8")
    package.mkdir(parents=True)
    (package / "__main__.py").write_text('commands.add_parser("make", help="")\n', "utf-8")
    fault = "page.md: `python -m tests.words` has no command 'build'"
    assert docs.faults_in(page, tmp_path) == [fault]


def test_a_document_without_faults(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[itself](page.md), `./kamisado rules --json`", encoding="utf-8")
    assert docs.faults_in(page, tmp_path) == []


def test_classes_of_the_glossary_that_nobody_defines_are_told(tmp_path: Path) -> None:
    page = tmp_path / "glossary.md"
    page.write_text("`Snapshot`, `SquareState`, `Nonsense`, `snapshot`", encoding="utf-8")
    assert docs.undefined_terms(page) == ["glossary.md: there is no class 'Nonsense'"]


def test_commands_that_the_manual_leaves_out_are_told(tmp_path: Path) -> None:
    page = tmp_path / "manual.md"
    described = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
    page.write_text(described.replace("`./kamisado demo", "`demo"), encoding="utf-8")
    assert docs.undescribed_commands(page) == ["manual.md: `./kamisado demo` is not described"]


@pytest.mark.slow
def test_an_example_whose_types_are_not_known_is_told_with_its_line(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = """\
```python
from host import engine
print(engine.GameState("kamisado").legal_moves[0].push)
print(engine.GameState(input()).legal_moves[0].push)
```
and

```pycon
>>> from host import engine
>>> [move.origin
...  for move in engine.GameState("kamisado").legal_moves][0]
59
>>> game = engine.game_named("kamisado-standard")
>>> game.nothing
```
"""
    page.write_text(text, encoding="utf-8")
    wrong = {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if "input" in line or "nothing" in line
    }
    told = typed_examples.faults(page)
    assert {int(line.split(":")[1]) for line in told} == wrong
    assert '"Hashable" has no attribute "push"' in told[0]
    assert not typed_examples.faults()
