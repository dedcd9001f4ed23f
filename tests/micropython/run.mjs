// Runs tests/micropython/test_*.py under MicroPython (WebAssembly) with micropython-lib's unittest.
// Usage: node tests/micropython/run.mjs   (from the root, after `npm install`); the last line is a JSON summary.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');
const HEAP = 2 * 1024 * 1024;  // the rig and a million digits; what the firmware itself needs is tested elsewhere

const interpreter = await loadMicroPython({ heapsize: HEAP, stdout: line => console.log(line), linebuffer: true });

function copy(folder, target, accepts) {
  let made = '';
  for (const part of target.split('/').filter(Boolean)) {
    made += '/' + part;
    try { interpreter.FS.mkdir(made); } catch { /* it is there already */ }
  }
  for (const name of fs.readdirSync(path.join(root, folder)).sort()) {
    if (accepts(name)) {
      interpreter.FS.writeFile(`${target}/${name}`, fs.readFileSync(path.join(root, folder, name)));
    }
  }
}

function copyTree(folder, target, accepts) {
  copy(folder, target, accepts);
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (entry.isDirectory()) { copyTree(`${folder}/${entry.name}`, `${target}/${entry.name}`, accepts); }
  }
}

const isPython = name => name.endsWith('.py');
copyTree('firmware/kamiboard', '/project/firmware/kamiboard', isPython);
copy('tests', '/project/tests', name => name === '__init__.py');
copy('tests/micropython', '/project/tests/micropython', isPython);
copy('simulator', '/project/simulator', name => name === '__init__.py');
copy('simulator/circuitpython/circuit', '/project/simulator/circuitpython/circuit', name => name === 'flash.py');
copy('tests/data/wire', '/project/tests/data/wire', name => name.endsWith('.txt'));

const modules = fs.readdirSync(here).filter(name => /^test_.*\.py$/.test(name)).sort()
  .map(name => 'tests.micropython.' + name.slice(0, -3));

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
