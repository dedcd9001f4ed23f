import assert from "node:assert/strict";
import { test } from "node:test";

import { decoded, encoded, FRAGMENT, recordIn } from "../../../host/ui/static/js/new_game/record_link.js";

const RECORD = "game: kamisado-single\nwhite: Ödön >?>\n\n1. d8d4 a1a5\n";

test("a record is the same after its way through a link", () => {
  const code = encoded(RECORD);
  assert.equal(/^[\w-]+$/.test(code), true, "of letters that every link keeps");
  assert.equal(decoded(code), RECORD);
});

test("a link stands for its record, and any other text for itself", () => {
  assert.equal(recordIn(`see https://example.org/play/${FRAGMENT}${encoded(RECORD)}`), RECORD);
  assert.equal(recordIn(RECORD), RECORD);
});

test("a damaged link is no record", () => {
  assert.equal(decoded("%%%"), null);
  assert.equal(recordIn(`${FRAGMENT}%%%`), `${FRAGMENT}%%%`);
});
