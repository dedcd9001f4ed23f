// Compile the modules of the site with the Python that will run them, as it starts faster then.
// Usage: node browser/compile.mjs FOLDER
// `FOLDER/python.zip` has the packages of the site, and `FOLDER/pyodide/python_stdlib.zip` Python's
// own: what a page never imports is left out of it.

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const SCRIPT = `
import compileall, io, py_compile, shutil, zipfile
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
UNUSED = """
    _aix_support.py _android_support.py _apple_support.py _ios_support.py _pydatetime.py
    _pydecimal.py _pyio.py _pylong.py _pyrepl antigravity.py bdb.py cProfile.py cmd.py code.py
    configparser.py ctypes curses dbm difflib.py doctest.py email ensurepip ftplib.py getopt.py
    gettext.py html http idlelib imaplib.py importlib/metadata mailbox.py
    modulefinder.py multiprocessing netrc.py optparse.py pdb.py pickletools.py plistlib.py poplib.py
    profile.py profiling pstats.py pyclbr.py pydoc.py pydoc_data smtplib.py socketserver.py
    tabnanny.py tarfile.py tkinter trace.py tracemalloc.py turtle.py turtledemo unittest venv wave.py
    webbrowser.py wsgiref xml xmlrpc zipapp.py zoneinfo
""".split()
CODECS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "unicode_escape", "utf_8"}


def compiled(archive, folders: list[str], optimize: int) -> bytes:
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
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for file in sorted(path for path in root.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(root).as_posix(), EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, file.read_bytes())
    shutil.rmtree(root)
    return packed.getvalue()


compiled
`;
const MODULES = ["host", "browser"].concat(
  ["board", "control", "device", "hand", "serial_port"].map((each) => `simulator/${each}`),
);

const folder = process.argv[2];
const python = await loadPyodide();
const compiled = python.runPython(SCRIPT);

/** @param {string} file @param {string[]} folders with modules to compile; none for all @param {number} optimize */
function compile(file, folders, optimize) {
  const archive = new Uint8Array(readFileSync(file));
  writeFileSync(file, compiled(archive, python.toPy(folders), optimize).toJs());
}

compile(`${folder}/python.zip`, MODULES, 0);
compile(`${folder}/pyodide/python_stdlib.zip`, [], 2);
