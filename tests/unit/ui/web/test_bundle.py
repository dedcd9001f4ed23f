"""One script made of modules: it does what they do, and what is no plain import is refused."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from host.ui.web.bundle import bundle
from host.ui.web.server import STATIC
from tests.support.require import require

MODULES = {
    "app.js": """// @ts-check
import { count, one as first } from "./deep/one.js";
import * as two from "./two.js";
import {
  type,
} from "./deep/three.js";

await Promise.resolve();
console.log(count(), first, two.two(), new two.Two().name, type, import.meta.url);
""",
    "two.js": """import { count } from "./deep/one.js";
export async function late() {}
export function two() {
  return `
no import`.length + count();
}
export class Two {
  name = "Two";
}
""",
    "deep/one.js": """let counted = 0;
export const one = 1;
export const count = () => ++counted;
""",
    "deep/three.js": """import { one } from "./one.js";
export const type = `three and ${one}`;
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the modules, and a package that says that they are such."""
    for name, text in MODULES.items():
        (tmp_path / "js" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "js" / name).write_text(text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


def printed(script: Path) -> str:
    """Return what a script prints under Node.js."""
    node = which("node")
    require(node is not None, "Node.js is missing: apt-get install nodejs")
    done = subprocess.run([str(node), str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_does_what_the_modules_do(folder: Path) -> None:
    whole = folder / "pages" / "app.js"
    whole.parent.mkdir()
    whole.write_text(bundle(folder / "js", "app.js", "../js"), encoding="utf-8")
    expected = printed(folder / "js" / "app.js")
    assert printed(whole) == expected
    assert expected.endswith("js/app.js\n")
    assert "three and 1" in expected


def test_it_exports_the_modules_as_they_are_once_they_have_run(folder: Path) -> None:
    (folder / "whole.js").write_text(bundle(folder / "js", "two.js", "js"), encoding="utf-8")
    asking = folder / "asking.js"
    asking.write_text(
        'import { modules } from "./whole.js";\nconsole.log(modules["deep/one.js"].count());\n'
    )
    assert printed(asking) == "1\n"


@pytest.mark.parametrize("page", ["app", "doctor", "wall", "overlay"])
def test_every_module_of_a_page_is_plain(page: str) -> None:
    whole = bundle(STATIC / "js", f"{page}.js", "../js")
    assert "import.meta.url" not in whole.replace(", import.meta.url).href", "")
    assert whole.count("\n$modules[") >= 10


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('import one from "./deep/one.js";\n', "import one from"),
        ('import "./deep/one.js";\n', 'import "./deep/one.js"'),
        ("export default 1;\n", "export default 1"),
        ("export let changed = 1;\n", "export let changed"),
        ('export { one } from "./deep/one.js";\n', "export { one } from"),
    ],
)
def test_what_is_not_plain_is_refused(folder: Path, text: str, fault: str) -> None:
    (folder / "js" / "two.js").write_text(text)
    with pytest.raises(ValueError, match=r"two\.js: ") as refused:
        bundle(folder / "js", "app.js", "../js")
    assert fault in str(refused.value)


def test_modules_that_import_each_other_are_refused(folder: Path) -> None:
    (folder / "js" / "deep" / "one.js").write_text('import { two } from "../two.js";\n')
    with pytest.raises(ValueError, match="imported by what it imports"):
        bundle(folder / "js", "app.js", "../js")
