"""The site's page that puts the firmware on a drive: here a folder in the browser's own storage."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, expect

from host.maintenance.drive import read_drive
from host.maintenance.installation_plan import LIST, Files
from host.maintenance.installer import firmware_files, install, neopixel_library, plan_for
from tests.e2e.page_support import opened
from tests.e2e.site_support import LINK_MS, Site

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

BOOT_OUT = (
    b"Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\r\n"
    b"Board ID:raspberry_pi_pico\r\nUID:DE6118B1434B2F27\r\n"
)
SAMPLE = b'print("Hello World!")\n'

DRIVE = """
window.drive = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle("CIRCUITPY", { create: true });
window.showDirectoryPicker = window.drive;
"""
PUT = """async (files) => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry("CIRCUITPY", { recursive: true }).catch(() => {});
  for (const [path, text] of Object.entries(files)) {
    const names = path.split("/");
    const name = names.pop();
    let folder = await window.drive();
    for (const each of names) folder = await folder.getDirectoryHandle(each, { create: true });
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await stream.write(text);
    await stream.close();
  }
}"""
GET = """async () => {
  const found = {};
  const look = async (folder, path) => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") await look(handle, `${path}${name}/`);
      else found[path + name] = await (await handle.getFile()).text();
    }
  };
  await look(await window.drive(), "");
  return found;
}"""


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    served = Site(site_folder)
    yield served
    served.stop()


def put(page: Page, files: Files) -> None:
    page.evaluate(PUT, {name: data.decode() for name, data in files.items()})


def drive(page: Page) -> Files:
    return {name: text.encode() for name, text in page.evaluate(GET).items()}


def choose(page: Page) -> None:
    """Choose the drive, and wait until the page has told what it found there."""
    page.evaluate("document.getElementById('told').replaceChildren()")
    page.locator("#choose").click()
    expect(page.locator("#told")).not_to_be_empty()
    expect(page.locator("#choose")).to_be_enabled(timeout=LINK_MS)


def test_the_firmware_is_put_on_a_drive_as_the_command_puts_it(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    old: Files = {
        "boot_out.txt": BOOT_OUT,
        "code.py": SAMPLE,
        "settings.toml": b"A = 1",
        "kamiboard/gone/__init__.py": b"# of an older version",
        "kamiboard/board.py": b"# changed by somebody",
        "main.py": b"from kamiboard import board  # old",
    }
    known = [name for name in old if name.startswith("kamiboard/gone") or name == "main.py"]
    old[LIST] = "".join(f"{crc32(old[name]):08x} {name}\n" for name in known).encode()
    for name, data in old.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    install(plan_for(read_drive(tmp_path), firmware_files(), neopixel_library()), tmp_path)
    by_command = {
        path.relative_to(tmp_path).as_posix(): path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    with opened(browser, f"{site.url}flash/") as page:
        page.add_init_script(DRIVE)
        page.reload()
        told = page.locator("#told")

        put(page, {"notes.txt": b"no drive of a board"})
        choose(page)
        expect(told).to_contain_text("'CIRCUITPY' is not a CIRCUITPY drive")
        expect(page.locator("#write")).to_be_hidden()

        put(page, old)
        choose(page)
        expect(told).to_contain_text("CircuitPython 10.0.3, Raspberry Pi Pico with rp2040")
        expect(told).to_contain_text("code.py, CircuitPython's sample, will be deleted")
        expect(told).to_contain_text("will be kept as kamiboard/board.py.old")
        assert drive(page) == old
        page.locator("#write").click()
        expect(told).to_contain_text("reads back as it was written", timeout=LINK_MS)
        assert drive(page) == by_command

        choose(page)
        expect(told).to_contain_text("There is nothing to do")
        expect(page.locator("#write")).to_be_hidden()

        put(page, {**old, "main.py": b"from kamiboard import board  # older"})
        choose(page)
        put(page, {})  # unplugged
        page.locator("#write").click()
        expect(told).to_contain_text("The drive cannot be written")
        expect(told).to_contain_text("nothing half-written runs")


def test_a_browser_that_writes_to_no_drive_offers_the_same_files_as_an_archive(
    browser: Browser, site: Site
) -> None:
    with opened(browser, f"{site.url}flash/") as page:
        page.add_init_script("delete window.showDirectoryPicker;")
        page.reload()
        expect(page.locator("#without-picker")).to_be_visible()
        expect(page.locator("#choose")).to_be_hidden()
        with page.expect_download() as started:
            page.get_by_role("link", name="Download the firmware").click()
        packed = zipfile.ZipFile(io.BytesIO(started.value.path().read_bytes()))
        found = {name: packed.read(name) for name in packed.namelist()}
        listed = found.pop(LIST).decode()
        assert found == firmware_files() | neopixel_library()
        assert f"{crc32(found['main.py']):08x} main.py\n" in listed
