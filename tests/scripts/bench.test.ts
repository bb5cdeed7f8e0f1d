import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inTurn, median } from "../../scripts/bench/figures/compare.ts";
import { withFindings } from "../../scripts/bench/figures/document.ts";
import { comparedRow, missed, plainRow, type Row, table } from "../../scripts/bench/figures/row.ts";

/** A side whose runs give these figures in turn, and note that they ran. */
function side(name: string, figures: number[], order: string[] = []) {
  const given = figures.values();
  return async () => {
    order.push(name);
    return { cpu: given.next().value ?? Number.NaN, rate: 25_310.4 };
  };
}

/** A row of a comparison in which ours gave these figures, and the other 10 each time. */
async function rowOf(what: string, figures: number[], bounds = {}): Promise<Row> {
  const others = [1, ...figures.map(() => 10)];
  const found = await inTurn(side("ours", [9000, ...figures]), side("theirs", others), figures.length);
  return comparedRow(what, "bare", found, { cpu: "µs", rate: "requests/s" }, bounds);
}

describe("a comparison", () => {
  it("runs both sides in turn, after a run of each to warm up", async () => {
    const order: string[] = [];
    await inTurn(side("A", [], order), side("B", [], order), 3);
    expect(order.join("")).toBe("ABABABAB");
  });

  it("gives the median of the rounds' ratios, which is not the ratio of the medians, and leaves the warm-up out", async () => {
    const found = await inTurn(side("A", [9000, 1, 4, 30]), side("B", [1, 2, 4, 10]), 3);
    const { figure, spread, ours, theirs } = comparedRow("a", "b", found, { cpu: "µs" });
    expect([figure, spread, ours, theirs]).toEqual([1, [0.5, 3], "4 µs", "4 µs"]);
  });

  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 10, 2], 3],
    [[7], 7],
    [[2, 10, 9], 9],
  ])("takes the middle of %j, which is %d", (numbers, middle) => {
    expect(median(numbers)).toBe(middle);
  });
});

describe("a row", () => {
  it("misses what must be kept and is not, and nothing that is only aimed at", async () => {
    const rows = [
      await rowOf("CPU time", [9.5], { must: 0.9, aim: 0.5 }),
      await rowOf("kept", [9.5], { must: 0.95, aim: 0.5 }),
      plainRow("size", 4097, "bytes", { must: 4096 }),
      plainRow("stale", 1, "of 20", { must: 0 }),
      plainRow("told", 4097, "bytes"),
    ];
    expect(missed(rows)).toEqual([
      "CPU time must be at most 0.9, and is 0.95.",
      "size must be at most 4,096, and is 4,097.",
      "stale must be at most 0, and is 1.",
    ]);
  });

  it("is held to its bounds as it is shown", () => {
    const near = (figure: number) => missed([plainRow("size", figure, "", { must: 1.1 })]).length;
    expect([near(1.10049), near(1.10051), near(Number.NaN)]).toEqual([0, 1, 1]);
  });
});

describe("the table", () => {
  it("is Markdown, its columns aligned", async () => {
    const rows = [
      await rowOf("page", [8.5, 9, 9.51], { must: 0.85, aim: 0.9 }),
      plainRow("size", 1234, "bytes"),
    ];
    expect(table(rows).split("\n")).toEqual([
      "| what | against | figure | spread       | bound                  | kept        | ours                    | the other's              |",
      "| ---- | ------- | ------ | ------------ | ---------------------- | ----------- | ----------------------- | ------------------------ |",
      "| page | bare    | 0.9    | 0.85 – 0.951 | must ≤ 0.85, aim ≤ 0.9 | **no**, yes | 9 µs, 25,310 requests/s | 10 µs, 25,310 requests/s |",
      "| size | —       | 1,234  | —            | —                      | —           | 1,234 bytes             | —                        |",
    ]);
  });

  it("has its place in the document, twice as well as once", () => {
    const text = readFileSync("docs/benchmarks.md", "utf8");
    const written = withFindings(text, "| $& |");
    expect(written).toContain(
      "<!-- written by npm run bench -->\n\n| $& |\n\n<!-- -->\n\n## What is measured\n",
    );
    expect(withFindings(written, "| $& |")).toBe(written);
    expect(() => withFindings("no place", "")).toThrow("no place for the table");
  });
});
