// The English catalogue: whoever imports this can have messages put into words.

import { readFileSync } from "node:fs";

import { loadCatalogue } from "../../../host/ui/static/js/text/messages.js";

/** Where the program serves this from; Node.js fetches no files. */
const FILE = new URL("../../../host/data/locale/en.json", import.meta.url);

globalThis.fetch = async () => new Response(readFileSync(FILE, "utf8"));
await loadCatalogue("en");
