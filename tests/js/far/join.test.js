import assert from "node:assert/strict";
import { test } from "node:test";

import { linkIn } from "../../../host/ui/static/js/far/join.js";

const HERE = "http://127.0.0.1:8000";
/** The site that a link leaves for. @param {string} text */
const site = (text) => linkIn(text, HERE)?.site;

test("a link of this site is followed without a question", () => {
  assert.equal(site(`${HERE}/#VO9hK3JwU2VO9hK3JwU2`), "");
  assert.equal(site(`${HERE}/tables/2/`), "");
});

test("another site is told by its name, and another port is another one", () => {
  assert.equal(site("https://example.org/a?b"), "example.org");
  assert.equal(site("http://127.0.0.1:8001/"), "127.0.0.1:8001");
  assert.equal(site("https://127.0.0.1:8000@example.org/"), "example.org");
});

test("a record comes with its link, wherever that leads", () => {
  assert.equal(site("https://example.org/kamisado/#record=Z2FtZQ"), "");
  assert.equal(site("https://example.org/#position=five/5_b"), "");
});

test("what a browser would run or open elsewhere is no link", () => {
  for (const text of ["javascript:alert(1)", "mailto:a@example.org", "data:text/html,x", "five", ""]) {
    assert.equal(linkIn(text, HERE), null, text);
  }
});
