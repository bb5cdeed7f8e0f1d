import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { plainRow, ratioRow, type TableRow } from "../../scripts/bench/figures/row.ts";
import { scaleTables, withScaleTables } from "../../scripts/bench/figures/scale.ts";

/** What must be measured, and against what. */
const measured = [
  ["poll over a new connection: CPU time", "over one that is kept"],
  ...["the service", "nginx in front", "nginx with an export"].flatMap((from) => [
    [`a visitor of ${from}: received, heads included`, "—"],
    [`a poll of ${from}: received, heads included`, "—"],
  ]),
  ["a visitor whose script a CDN has: CPU time", "a visitor"],
  ["a visitor whose script a CDN has: received, heads included", "a visitor"],
  ...["nginx in front", "nginx in front, `keepalive 32`", "nginx with an export"].flatMap((who) => [
    ["a visitor: CPU time", who],
    ["a poll over a connection that is kept: CPU time", who],
  ]),
  ["a visitor, `WORKERS=2`: CPU time", "`WORKERS=1`"],
] as const;

/** Rows in each of which a thing costs us 100 and the other 400, or takes 1000 bytes. */
const rows: TableRow[] = measured.map(([what = "", against = ""]) =>
  against === "—"
    ? plainRow(what, 1000, "bytes", [])
    : ratioRow(what, against, { ratio: 0.25, least: 0, most: 1, ours: 100, theirs: 400 }, "µs"),
);

const cellsOf = (table = "") =>
  table.split("\n").map((line) =>
    line
      .slice(2, -2)
      .split(/ +\| +/)
      .map((cell) => cell.trim()),
  );

describe("the tables of the document about scale", () => {
  it("are computed from rows that a whole run measures", () => {
    const { visitors, pages } = scaleTables(rows) ?? {};
    expect(cellsOf(visitors)).toContainEqual([
      "the service",
      "100 µs",
      "10,000 a second",
      "0.17",
      "1,000",
      "0.01",
    ]);
    expect(cellsOf(visitors)).toContainEqual([
      "nginx with an export",
      "400 µs",
      "2,500 a second",
      "0.67",
      "1,000",
      "0.01",
    ]);
    expect(cellsOf(pages)).toContainEqual([
      "nginx with an export",
      "400 µs",
      "1,000",
      "40.00, 0.80",
      "6.67, 0.13",
      "0.67, 0.01",
    ]);
  });

  it.each(rows)("are left alone where a row is missing: $what, $against", (missing) => {
    expect(scaleTables(rows.filter((row) => row !== missing))).toBeUndefined();
  });

  it("are put into their places, twice as well as once", () => {
    const text = "a\n<!-- visitors: x -->\nold\n<!-- -->\nb\n<!-- pages: x -->\n\n<!-- -->\n";
    const tables = { visitors: "| 1 |", pages: "| $& |" };
    const written =
      "a\n<!-- visitors: x -->\n\n| 1 |\n\n<!-- -->\nb\n<!-- pages: x -->\n\n| $& |\n\n<!-- -->\n";
    expect(withScaleTables(text, tables)).toBe(written);
    expect(withScaleTables(written, tables)).toBe(written);
    expect(() => withScaleTables("no place", tables)).toThrow("visitors");
  });

  it("have their places in the document", () => {
    const text = readFileSync("docs/scale.md", "utf8");
    const places = { visitors: "| the visitors |", pages: "| the pages |" };
    for (const table of Object.values(places)) expect(withScaleTables(text, places)).toContain(table);
  });
});
