// The catalogues: whoever imports this has messages put into English.

import { readFileSync } from "node:fs";

import { loadCatalogue } from "../../../host/ui/static/js/text/messages.js";

/** Where the program serves the catalogues from; Node.js fetches no files. */
const FOLDER = new URL("../../../host/data/locale/", import.meta.url);

globalThis.fetch = async (url) => {
  const name = new URL(String(url)).pathname.split("/").at(-1) ?? "";
  return new Response(readFileSync(new URL(name, FOLDER), "utf8"));
};

await loadCatalogue("en");
