// Runs all tests of this folder, in one process: each of its own would take longer than its tests.

import { readdirSync } from "node:fs";

const FOLDER = new URL(".", import.meta.url);

const files = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith(".test.js"));
for (const file of files.sort()) await import(new URL(file, FOLDER).href);
