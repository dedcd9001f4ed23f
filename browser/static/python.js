// @ts-check
// Python in a worker: Pyodide, with the packages of the site.

// @ts-ignore: its types need those of Node
import { loadPyodide } from "./pyodide/pyodide.mjs";

/**
 * Unpack an archive with packages where the interpreter finds them: each in a folder of its own, as
 * Python remembers what it has found in one.
 * @param {any} python
 * @param {ArrayBuffer} archive
 * @param {string} folder
 */
function addPackages(python, archive, folder) {
  python.unpackArchive(archive, "zip", { extractDir: folder });
  python.runPython(`import sys; sys.path.insert(0, '${folder}')`);
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
  addPackages(python, packages, "/python");
  return python;
}

/** Add the packages that a match with a player at another board takes. @param {any} python */
export async function loadFar(python) {
  addPackages(python, await fetchArchive("./far.zip"), "/far");
}
