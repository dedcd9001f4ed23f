// @ts-check
// Python in a worker: Pyodide, with the packages of the site.

import "./wasm.js";
// @ts-ignore: its types need those of Node
import { loadPyodide } from "./pyodide/pyodide.js";

/**
 * Lets Python import the compiled modules of an archive without unpacking them, which would keep
 * them in memory a second time; all else is unpacked.
 */
const IMPORTER = `
import sys, zipfile, zipimport
from importlib.machinery import SourcelessFileLoader
from importlib.util import spec_from_file_location


class PackedModule(SourcelessFileLoader):
    def __init__(self, name, path, data):
        super().__init__(name, path)
        self._data = data

    def get_data(self, path):
        data, self._data = self._data, None
        return super().get_data(path) if data is None else data


class PackedModules:
    def __init__(self, folder):
        self._folder = folder
        self._archive = zipimport.zipimporter(f"{folder}.zip")

    def find_spec(self, name, path=None, target=None):
        stem = name.replace(".", "/")
        for file in (f"{stem}/__init__.pyc", f"{stem}.pyc"):
            try:
                data = self._archive.get_data(f"{self._folder}.zip/{file}")
            except OSError:
                continue
            path = f"{self._folder}/{file}"
            return spec_from_file_location(name, path, loader=PackedModule(name, path, data))
        return None


def add_packages(folder):
    with zipfile.ZipFile(f"{folder}.zip") as archive:
        others = (name for name in archive.namelist() if not name.endswith(".pyc"))
        archive.extractall(folder, others)
    sys.meta_path.insert(0, PackedModules(folder))
    sys.path.insert(0, folder)
`;

/**
 * Let the interpreter have the packages of an archive.
 * @param {any} python
 * @param {ArrayBuffer} archive
 * @param {string} folder
 */
function addPackages(python, archive, folder) {
  python.FS.writeFile(`${folder}.zip`, new Uint8Array(archive), { canOwn: true });
  python.globals.get("add_packages")(folder);
}

/** Fetch an archive of the site. @param {string} name */
async function fetchArchive(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Load the interpreter and the packages of the site. */
export async function loadPython() {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetchArchive("./python.zip"),
  ]);
  python.runPython(IMPORTER);
  addPackages(python, packages, "/python");
  return python;
}

/** Add the packages that a match with a player at another board takes. @param {any} python */
export async function loadFar(python) {
  addPackages(python, await fetchArchive("./far.zip"), "/far");
}
