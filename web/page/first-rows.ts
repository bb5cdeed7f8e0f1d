import type { TimeRows } from "./time.ts";

declare global {
  /** What was last written into the page; undefined if its inline script wrote nothing. */
  var backsoonRows: TimeRows | undefined;
}

/** Writes a text into the page that the server rendered. */
export function writeText(selector: string, textContent: string): void {
  Object.assign(document.querySelector(selector) ?? {}, { textContent });
}

/** Writes a time's rows into the page that the server rendered, all of them or nothing, and remembers them. */
export function writeRows(rows: TimeRows): void {
  const places = document.querySelectorAll("time > span > span");
  const pieces = [...rows.lead, ...rows.rest];
  if (places.length !== pieces.length) return;
  places.forEach((place, index) => {
    // Exactly as React writes them, or hydration would render the page again.
    place.textContent = `${pieces[index]} `;
  });
  globalThis.backsoonRows = rows;
}
