// @ts-check
// The name of the table whose page this is, if a program has several.

/** "" on the page of a program with one board. */
export const table = /\/table\/([^/]+)/.exec(location.pathname)?.[1] ?? "";
