// @ts-check
// The name of the table whose page this is, if a program has several.

/** "" on the page of a program with one board, and without a page. */
export const table = /\/table\/([^/]+)/.exec(globalThis.location?.pathname)?.[1] ?? "";
