// Runs tests/micropython/**/test_*.py under MicroPython (WebAssembly) with micropython-lib's unittest.
// Usage: node tests/micropython/run.mjs   (from the root, after `npm install`); the last line is a JSON summary.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');
const HEAP = 2 * 1024 * 1024;  // the rig and a million digits; what the firmware itself needs is tested elsewhere

// This build of MicroPython asks its table for the function anew at each call that may raise, only to
// compare it with its copy: half of the time.  The table does not change.
const functionAt = WebAssembly.Table.prototype.get;
const functions = [];
WebAssembly.Table.prototype.get = function (place) {
  return (functions[place] ??= functionAt.call(this, place));
};

const interpreter = await loadMicroPython({ heapsize: HEAP, stdout: line => console.log(line), linebuffer: true });

// Copies the files of a folder, and of those in it, whose path the predicate accepts.
function copy(folder, target, accepts) {
  for (const name of fs.readdirSync(path.join(root, folder), { recursive: true }).sort()) {
    if (!accepts(name)) continue;
    const file = `${target}/${name.replaceAll(path.sep, '/')}`;
    interpreter.FS.mkdirTree(path.posix.dirname(file));
    interpreter.FS.writeFile(file, fs.readFileSync(path.join(root, folder, name)));
  }
}

const isPython = name => name.endsWith('.py');
copy('firmware/kamiboard', '/project/firmware/kamiboard', isPython);
copy('tests', '/project/tests', name => name === '__init__.py');
copy('tests/micropython', '/project/tests/micropython', isPython);
copy('simulator', '/project/simulator', name => name === '__init__.py');
copy('simulator/circuitpython/circuit', '/project/simulator/circuitpython/circuit', name => name === 'flash.py');
copy('tests/data/wire', '/project/tests/data/wire', name => name.endsWith('.txt'));

const modules = fs.readdirSync(here, { recursive: true }).filter(name => /^test_.*\.py$/.test(path.basename(name))).sort()
  .map(name => ['tests.micropython', ...name.slice(0, -3).split(path.sep)].join('.'));

interpreter.globals.set('names', JSON.stringify(modules));
interpreter.runPython(`
import json
import sys
import unittest

sys.path[:] = ['/project', '/project/firmware'] + [p for p in sys.path if p.startswith('.frozen')]
suite = unittest.TestSuite()
for name in json.loads(names):
    module = __import__(name, None, None, ['*'])
    for member in dir(module):
        value = getattr(module, member)
        if isinstance(value, type) and issubclass(value, unittest.TestCase):
            suite.addTest(value)
result = unittest.TestRunner().run(suite)
print(json.dumps({
    'implementation': sys.implementation.name,
    'version': '.'.join(str(part) for part in sys.implementation.version[:3]),
    'run': result.testsRun,
    'failures': result.failuresNum,
    'errors': result.errorsNum,
    'skipped': result.skippedNum,
}))
`);
