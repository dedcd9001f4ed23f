// Compile the modules of the site with the Python that will run them, as it starts faster then.
// Usage: node browser/build/compile.mjs FOLDER
// `FOLDER/python.zip` has the packages of the site, and `FOLDER/pyodide/python_stdlib.zip` Python's
// own: what a page never imports is left out of it.  `FOLDER/far.zip` has packages for matches with
// players at other boards, and gets what they import of that.

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const SCRIPT = `
import compileall, io, py_compile, shutil, zipfile
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
UNUSED = """
    _aix_support.py _android_support.py _apple_support.py _ios_support.py _pydatetime.py
    _pydecimal.py _pyio.py _pylong.py _pyrepl antigravity.py argparse.py asyncio/proactor_events.py
    asyncio/windows_events.py asyncio/windows_utils.py bdb.py cProfile.py cmd.py code.py
    configparser.py ctypes curses dbm difflib.py doctest.py email ensurepip ftplib.py getopt.py
    gettext.py html http idlelib imaplib.py importlib/metadata mailbox.py
    logging/config.py logging/handlers.py modulefinder.py multiprocessing netrc.py optparse.py pdb.py pickletools.py plistlib.py poplib.py
    profile.py profiling pstats.py pyclbr.py pydoc.py pydoc_data smtplib.py socketserver.py
    tabnanny.py tarfile.py tkinter trace.py tracemalloc.py turtle.py turtledemo unittest venv wave.py
    webbrowser.py wsgiref xml xmlrpc zipapp.py zoneinfo
""".split()
OF_FAR = "email/", "http/__init__.py", "http/client.py", "xml/__init__.py", "xml/sax/"
CODECS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "unicode_escape", "utf_8"}


def compiled(archive, folders: list[str], optimize: int, method: int) -> bytes:
    root = Path("/compiling")
    zipfile.ZipFile(io.BytesIO(archive.to_bytes())).extractall(root)
    if not folders:
        for name in UNUSED:
            path = root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        for codec in (root / "encodings").glob("*.py"):
            if codec.stem not in CODECS:
                codec.unlink()
    for folder in folders or ["."]:
        assert compileall.compile_dir(
            root / folder, quiet=1, legacy=True, stripdir=root, optimize=optimize,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        ), folder
        for module in (root / folder).rglob("*.py"):
            module.unlink()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for file in sorted(path for path in root.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(root).as_posix(), EPOCH)
            target.writestr(entry, file.read_bytes(), method, 9)
    shutil.rmtree(root)
    return packed.getvalue()


def with_stdlib(archive, stdlib):
    packed = io.BytesIO(archive.to_bytes())
    with zipfile.ZipFile(packed, "a") as target, zipfile.ZipFile(io.BytesIO(stdlib.to_bytes())) as own:
        for name in own.namelist():
            if name.startswith(OF_FAR):
                target.writestr(name, own.read(name))
    return packed.getvalue()
`;
const MODULES = ["host", "browser"].concat(
  ["board", "control", "device", "hand", "serial_port"].map((each) => `simulator/${each}`),
);

const folder = process.argv[2];
const python = await loadPyodide();
python.runPython(SCRIPT);
const compiled = python.globals.get("compiled");
const withStdlib = python.globals.get("with_stdlib");

/** @param {string} name of a file in the folder */
const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));

/** @param {string} name of a file @param {Uint8Array} archive @param {string[]} folders with modules to compile; none for all @param {number} optimize @param {number} method of compression */
function compile(name, archive, folders, optimize, method) {
  const made = compiled(archive, python.toPy(folders), optimize, method);
  writeFileSync(`${folder}/${name}`, made.toJs());
}

/** Methods of archives: the site packs those that are stored as a whole, which makes them smaller. */
const [STORED, DEFLATED] = [0, 8];

const stdlib = read("pyodide/python_stdlib.zip");
compile("python.zip", read("python.zip"), MODULES, 2, STORED);
compile("far.zip", withStdlib(read("far.zip"), stdlib).toJs(), ["."], 2, DEFLATED);
compile("pyodide/python_stdlib.zip", stdlib, [], 2, STORED);
