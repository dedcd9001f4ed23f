import assert from "node:assert/strict";
import { test } from "node:test";

import { bestLanguage, dateTag } from "../../../host/ui/static/js/text/language.js";

test("the first language of the reader that there is is shown", () => {
  /** @type {[string[], string][]} */
  const readers = [
    [["pt-BR", "en"], "pt-PT"],
    [["ru"], "ru"],
    [["RU-ru"], "ru"],
    [["de", "hu-HU", "en"], "hu"],
    [["de-AT"], "en"],
    [[], "en"],
  ];
  for (const [wanted, code] of readers) {
    assert.equal(bestLanguage(wanted, ["en", "hu", "pt-PT", "ro", "ru"]), code, wanted.join());
  }
});

test("of two of a language the reader's own is shown", () => {
  assert.equal(bestLanguage(["pt-br"], ["pt-PT", "pt-BR"]), "pt-BR");
});

test("dates are written as in the reader's own country", () => {
  assert.equal(dateTag("en", ["hu", "en-GB", "en-US"]), "en-GB");
  assert.equal(dateTag("pt-PT", ["pt-PT", "en"]), "pt-PT");
  assert.equal(dateTag("ru", ["en-GB"]), "ru");
});
