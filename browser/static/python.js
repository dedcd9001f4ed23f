// @ts-check
// Python in a worker: Pyodide, with the packages of the site.

// @ts-ignore: its types need those of Node
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Load the interpreter and the packages. */
export async function loadPython() {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch(new URL("./python.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: "/python" });
  python.runPython("import sys; sys.path.insert(0, '/python')");
  return python;
}
