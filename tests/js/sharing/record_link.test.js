import assert from "node:assert/strict";
import { test } from "node:test";

import { decoded, encoded, isShared, positionFragment, recordFragment, recordIn } from "../../../host/ui/static/js/sharing/record_link.js";

const RECORD = "game: kamisado-single\nwhite: Ödön >?>\n\n1. d8d4 a1a5\n";

test("a record is the same after its way through a link", () => {
  const code = encoded(RECORD);
  assert.equal(/^[\w-]+$/.test(code), true, "of letters that every link keeps");
  assert.equal(decoded(code), RECORD);
});

test("a link stands for its record, and any other text for itself", () => {
  assert.equal(recordIn(`see https://example.org/play/${recordFragment(RECORD)}`), RECORD);
  assert.equal(recordIn(RECORD), RECORD);
});

test("a link to a position is read by people, and stands for a record without a move", () => {
  const position = "obp1yrgn/8/8/3k4/8/8/8/NGRYKPBO w o";
  const fragment = positionFragment("kamisado-standard:sumo=5", position);
  assert.equal(fragment, "#position=kamisado-standard%3Asumo%3D5/obp1yrgn/8/8/3k4/8/8/8/NGRYKPBO_w_o");
  assert.equal(recordIn(`https://example.org/${fragment}`), `game: kamisado-standard:sumo=5\nstart: ${position}\n`);
  assert.equal(recordIn("#position=%E0%A4"), "#position=%E0%A4");
});

test("an address with a key or nothing is not one to show", () => {
  assert.deepEqual(["#record=aa", "#position=five/a", "#VO9hK3JwU2", ""].map(isShared), [true, true, false, false]);
});

test("a damaged link is no record", () => {
  assert.equal(decoded("%%%"), null);
  assert.equal(recordIn("#record=%%%"), "#record=%%%");
});
