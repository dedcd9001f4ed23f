import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import { loadCatalogue } from "../../../host/ui/static/js/text/messages.js";
import {
  colourWords,
  cellName,
  destinations,
  durationText,
  gameName,
  moveWords,
  nameWords,
  pageTitle,
  pieceName,
  squareWords,
  terms,
} from "../../../host/ui/static/js/text/names.js";
import { hello, mark, plies, state } from "../support/messages.js";

/** The name of a cell, with what stands on it. @param {string} square @param {Parameters<typeof state>[0]} [changes] */
function cell(square, changes) {
  const told = state(changes);
  return cellName(square, hello(), told, told.pieces.find((piece) => piece.square === square), undefined);
}

test("a cell is named by its square, colour, piece and marks", () => {
  const changes = { marks: [mark("d8", "required", "tower", "must move")] };
  assert.equal(cell("d8", changes), "d8, pink square, black pink tower, must move");
  assert.equal(cell("e8"), "e8, black yellow tower, 2 teeth");
  assert.equal(cell("e1"), "e1, white pink tower, 1 tooth");
  assert.equal(cell("e5"), "e5, brown square, empty");
});

test("a cell is named with the last move, unless a mark says so", () => {
  const last = { from: "a1", to: "d4" };
  assert.equal(cell("d4", { last }), "d4, brown square, empty, last move came here");
  assert.equal(cell("a1", { last }), "a1, brown square, empty, last move came from here");
  const marks = [mark("d4", "last", "to", "just moved")];
  assert.equal(cell("d4", { last, marks }), "d4, brown square, empty, just moved");
});

test("marks of the whole board name no cell, and the same words are said once", () => {
  const marks = [mark("e5", "match", "rings", "match won"), mark("e5", "legal", "squares", "legal")];
  assert.equal(cell("e5", { marks: [...marks, marks[1]] }), "e5, brown square, empty, legal");
});

test("a cell is named with the tower that it binds, without its teeth", () => {
  const bound = { square: "e1", side: "white", name: "pink", teeth: 1 };
  const name = cellName("c7", hello(), state(), undefined, undefined, bound);
  assert.equal(name, "c7, pink square, empty, next: white pink tower on e1");
});

test("the square of a lifted tower says so", () => {
  const [lifted] = state().pieces;
  assert.equal(cellName("d8", hello(), state(), undefined, lifted), "d8, pink square, empty, black pink tower lifted");
});

test("a stone is named by its kind, on a square without a colour", () => {
  assert.equal(pieceName({ side: "black", name: "stone", teeth: 0 }), "black stone");
  assert.equal(squareWords("i9", hello({ square_colours: {} })), "i9");
});

test("a colour has the form that a tower or a square asks for", async () => {
  await loadCatalogue("pt-PT");
  const named = cellName("a1", hello(), state(), { side: "white", name: "brown", teeth: 0 }, undefined);
  assert.equal(named, "a1, quadrado castanho, torre castanha das Brancas");
  await loadCatalogue("ru");
  assert.equal(nameWords("brown"), "коричневая");
  assert.equal(colourWords("brown"), "коричневый", "of no tower");
  await loadCatalogue("en");
});

test("destinations are where the lifted piece may go, a push among them", () => {
  const goes = [mark("d4", "legal", "squares"), mark("c7", "winning", "square"), mark("e4", "push", "pusher")];
  const marks = [mark("d8", "legal", "origin"), ...goes, mark("e3", "push", "landing"), mark("e8", "any", "towers")];
  assert.deepEqual(destinations(state({ marks })), goes);
});

test("a move is told with its squares where its words leave them out", () => {
  const [move] = plies(1);
  assert.equal(moveWords(move), "Pink 4 Brown, d8 to d4");
  assert.equal(moveWords({ ...move, words: "Stone d8-d4" }), "Stone d8-d4");
  assert.equal(moveWords({ ...move, to: "d8", words: "Pink passes" }), "Pink passes");
});

test("the terms are what is not usual", () => {
  assert.equal(terms(hello(), state(), null), "");
  const serious = state({ touch_move: true, conditions: "serious", help: "proven" });
  const parts = terms(hello({ agreed: ["limit 30"] }), serious, null).split(" · ");
  assert.deepEqual(parts.slice(0, 3), ["limit 30", "serious game", "no takebacks"]);
  assert.equal(parts.length, 4);
  assert.equal(terms(hello(), state({ help: "proven", phase: "replay" }), null), "");
});

test("all that towers play is Kamisado", () => {
  assert.equal(gameName(hello()), "Kamisado");
  const stones = hello({ title: "hasami shogi", square_colours: { a1: "sand" } });
  assert.equal(gameName(stones), "Hasami shogi");
  assert.equal(pageTitle(hello()), "Kamisado board");
});

test("a duration has minutes and seconds", () => {
  assert.deepEqual([0, 59, 60, 605].map(durationText), ["0:00", "0:59", "1:00", "10:05"]);
});
