import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { document } from "../../scripts/bench/document.ts";
import { chart } from "../../scripts/bench/figures/chart.ts";
import { compare, compareEach, median } from "../../scripts/bench/figures/compare.ts";
import {
  aimAtMost,
  missed,
  mustBeAtLeast,
  mustBeAtMost,
  plainRow,
  ratioRow,
  type TableRow,
  unmeasuredRow,
} from "../../scripts/bench/figures/row.ts";
import { table } from "../../scripts/bench/figures/table.ts";
import { withBench } from "../../scripts/bench/harness/bench.ts";

/** A side whose runs give these figures in turn, and note that they ran. */
function side(name: string, figures: number[], order: string[] = []) {
  const given = figures.values();
  return async () => {
    order.push(name);
    return { rate: given.next().value ?? Number.NaN };
  };
}

const comparison = { ratio: 0.9, least: 0.85, most: 0.951, ours: 25_310.4, theirs: 28_122 };

describe("a comparison", () => {
  it("runs both sides in turn, after a run of each to warm up", async () => {
    const order: string[] = [];
    await compare(side("A", [], order), side("B", [], order), 3);
    expect(order.join("")).toBe("ABABABAB");
  });

  it("has seven rounds when nobody says how many", async () => {
    const order: string[] = [];
    await compare(side("A", [], order), side("B", [], order));
    expect(order).toHaveLength(16);
  });

  it("gives the median of the rounds' ratios, which is not the ratio of the medians, and leaves the warm-up out", async () => {
    const { rate } = await compare(side("A", [9000, 1, 4, 30]), side("B", [1, 2, 4, 10]), 3);
    expect(rate).toEqual({ ratio: 1, least: 0.5, most: 3, ours: 4, theirs: 4 });
  });

  it("compares each of the figures of a run", async () => {
    const found = await compare(
      async () => ({ rate: 10, cpu: 6 }),
      async () => ({ rate: 20, cpu: 2 }),
      1,
    );
    expect([found.rate.ratio, found.cpu.ratio]).toEqual([0.5, 3]);
  });

  it("compares one with several others in the same rounds", async () => {
    const order: string[] = [];
    const others = [side("B", [1, 2, 4], order), side("C", [1, 5, 10], order)];
    const found = await compareEach(side("A", [9000, 10, 20], order), others, 2);
    expect(order.join("")).toBe("ABCABCABC");
    expect(found.map(({ rate }) => [rate.least, rate.theirs])).toEqual([
      [5, 3],
      [2, 7.5],
    ]);
  });

  it("measures a round again that was worth nothing, but at most as many times as there are rounds", async () => {
    const worthNothing = [true, false, true, true, false].values();
    const watched = () => () => worthNothing.next().value ?? false;
    const figures = [0, 9, 1, 9, 8, 2];
    const { rate } = await compare(side("A", figures), side("B", [1, 1, 1, 1, 1, 1]), 2, watched);
    expect([rate.least, rate.most]).toEqual([1, 8]);
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
  it("misses what must be kept and is not, and nothing that is only aimed at", () => {
    const rows = [
      ratioRow("a", "b", comparison, "requests/s", [mustBeAtLeast(0.95), aimAtMost(0.5)]),
      ratioRow("c", "d", comparison, "requests/s", [mustBeAtLeast(0.9), mustBeAtMost(0.9)]),
      plainRow("size", 4097, "bytes", [mustBeAtMost(4096)]),
    ];
    expect(missed(rows)).toEqual(["a must be ≥ 0.95, and is 0.9", "size must be ≤ 4,096, and is 4,097"]);
  });

  it("is held to its bounds as it is shown", () => {
    const near = (figure: number) => missed([plainRow("size", figure, "", [mustBeAtLeast(0.85)])]).length;
    expect([near(0.84951), near(0.84949)]).toEqual([0, 1]);
  });

  it("misses what must be kept and was not measured", () => {
    expect(missed([unmeasuredRow("paint", "no Chromium", [mustBeAtMost(1.05)])])).toEqual([
      "paint must be ≤ 1.05, and was not measured",
    ]);
    expect(missed([unmeasuredRow("nginx", "not installed")])).toEqual([]);
  });
});

const rows: TableRow[] = [
  ratioRow("page", "bare", comparison, "requests/s", [mustBeAtLeast(0.85), mustBeAtLeast(0.95)]),
  unmeasuredRow("nginx", "not installed"),
];

describe("the table", () => {
  it("is Markdown, its columns aligned", () => {
    expect(table(rows).split("\n")).toEqual([
      "| what  | against | figure | spread       | bound                    | kept        | ours              | the other's       |",
      "| ----- | ------- | ------ | ------------ | ------------------------ | ----------- | ----------------- | ----------------- |",
      "| page  | bare    | 0.9    | 0.85 – 0.951 | must ≥ 0.85, must ≥ 0.95 | yes, **no** | 25,310 requests/s | 28,122 requests/s |",
      "| nginx | —       | —      | —            | report                   | —           | not installed     | —                 |",
    ]);
  });

  it("is in the document as it was printed, with what was missed", () => {
    const text = document(
      {
        table: table(rows),
        machine: ["Two cores"],
        count: { all: 1200, disturbed: 30 },
        measurements: { page: { does: "Asks for the page.", measure: async () => [] } },
        missed: missed(rows),
        seconds: 61.4,
      },
      new Date("2026-05-04T23:00:00Z"),
    );
    expect(text).toContain(`\n\n${table(rows)}\n\n`);
    expect(text).toContain("on 2026-05-04, in 61 s");
    expect(text).toMatch(/^- In 30 of 1,?200 rounds the machine's host /m);
    for (const line of ["- Two cores", "- page must be ≥ 0.95, and is 0.9", "- `page`: Asks for the page."])
      expect(text.split("\n")).toContain(line);
  });
});

describe("a measurement's bench", () => {
  const never = new AbortController().signal;

  it("ends what was started, the last first, also when the measurement fails", async () => {
    const ended: string[] = [];
    let folder = "";
    const failing = withBench(async (bench) => {
      folder = bench.folder;
      bench.onEnd(() => ended.push("server"));
      bench.onEnd(() => ended.push(`client, its folder still there: ${existsSync(folder)}`));
      throw new Error("It failed.");
    }, never);
    await expect(failing).rejects.toThrow("It failed.");
    expect(ended).toEqual(["client, its folder still there: true", "server"]);
    expect(existsSync(folder)).toBe(false);
  });

  it("compares in the rounds that the measurement names, or in those that were asked for", async () => {
    const roundsWith = async (asked?: number) => {
      const order: string[] = [];
      await withBench(({ compare }) => compare(side("A", [], order), side("B", [], order), 3), never, asked);
      return order.length / 2 - 1;
    };
    expect([await roundsWith(), await roundsWith(5)]).toEqual([3, 5]);
  });

  it("ends what was started when the run is stopped, and at once what is started after that", async () => {
    const stopped = new AbortController();
    const ended: string[] = [];
    let later = (): void => {};
    const endless = withBench((bench) => {
      bench.onEnd(() => ended.push("at the end"));
      later = () => bench.onEnd(() => ended.push("at once"));
      return new Promise(() => {});
    }, stopped.signal);
    stopped.abort();
    await expect(endless).rejects.toThrow("stopped");
    expect(ended).toEqual(["at the end"]);
    later();
    expect(ended).toEqual(["at the end", "at once"]);
  });
});

describe("the chart", () => {
  const cpu = { ratio: 2, least: 1, most: 3, ours: 10, theirs: 5 };
  const rows = [
    ratioRow("page, gzip, 50 connections: CPU time", "nginx", cpu, "µs"),
    ratioRow("page, gzip, 50 connections: rate", "nginx", cpu, "requests/s"),
    unmeasuredRow("page, gzip, 50 connections, against caddy", "caddy is not installed"),
  ];

  it.each(["light", "dark"] as const)("shows in %s how much less or more CPU time others take", (scheme) => {
    const svg = chart(rows, scheme) ?? "";
    expect(svg).toMatch(/^<svg /);
    expect([...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)).toEqual(
      expect.arrayContaining(["nginx", "0.5", "Backsoon", "1"]),
    );
    expect(svg).not.toMatch(/caddy/i);
  });

  it("is not drawn of nothing", () => {
    expect(chart([], "light")).toBeUndefined();
  });
});
