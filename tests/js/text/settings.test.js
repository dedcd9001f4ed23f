import assert from "node:assert/strict";
import { test } from "node:test";

import { read } from "../../../host/ui/static/js/text/settings.js";

const USUAL = {
  ...{ symbols: "shapes", turned: false, turnedForBlack: true, sound: true, speech: false },
  ...{ voice: "", rate: 1, language: "" },
};

test("without anything stored the settings are the usual ones", () => {
  for (const text of [null, "null", "{}"]) assert.deepEqual(read(text, "en"), USUAL);
});

test("nonsense is forgotten, and what makes sense beside it is kept", () => {
  assert.deepEqual(read('{"symbols": 7, "turned": 1', "en"), USUAL);
  const stored = { symbols: 7, turned: 1, sound: "no", voice: 3, rate: 40, language: null, speech: true };
  assert.deepEqual(read(JSON.stringify(stored), "en"), { ...USUAL, speech: true });
});

test("what was chosen is there again", () => {
  const chosen = {
    ...{ symbols: "letters", turned: true, turnedForBlack: false, sound: false, speech: true },
    ...{ voice: "urn:voice", rate: 1.5, language: "hu" },
  };
  assert.deepEqual(read(JSON.stringify(chosen), "en"), chosen);
});

test("signs are kanji only where they are read", () => {
  const symbols = ["ja-JP", "zh", "ko", "en", "jam"].map((language) => read(null, language).symbols);
  assert.deepEqual(symbols, ["kanji", "kanji", "kanji", "shapes", "shapes"]);
});
