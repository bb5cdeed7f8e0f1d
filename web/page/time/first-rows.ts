import type { TimeRows } from "./time-rows.ts";

declare global {
  /** What the page's inline script has written; undefined if it wrote nothing. */
  var backsoonRows: TimeRows | undefined;
}

/** Writes how much time is left into the page that the server rendered. */
export function writeTimeLeft(relative: string): void {
  Object.assign(document.querySelector(".relative") ?? {}, { textContent: relative });
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
