import { type Browser, chromium } from "playwright-core";
import { startBare, startProduct } from "../against/servers.ts";
import { mustBeAtMost, plainRow, ratioRow, unmeasuredRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { move } from "../harness/cores.ts";
import { findChromium } from "../harness/programs.ts";
import { askSettled, browser as browserHeaders } from "../harness/replies.ts";
import { withoutScript } from "./html.ts";
import { loadPage } from "./page-load.ts";

const bound = mustBeAtMost(1.05);
/** How long a page is watched for shifts, in ms. */
const watched = 3000;

export const paint: Measurement = {
  does: "Chromium with a round trip of 400 ms and 400 kbit/s: the first contentful paint against the same page with no script; what moves in 3 s, what blocks before it, and what it waits for.",
  async measure(bench) {
    const program = findChromium();
    if (!program) return [unmeasuredRow("first contentful paint", "Chromium is not installed", [bound])];
    const ours = await startProduct(bench);
    const theirs = await startBare(bench, withoutScript(await askSettled(ours.url, browserHeaders)));
    const browser = await launch(bench, program);
    const { paint: time } = await bench.compare(
      async () => ({ paint: (await loadPage(browser, ours.url)).paint }),
      async () => ({ paint: (await loadPage(browser, theirs.url)).paint }),
    );
    const { shift, blocked, requests } = await loadPage(browser, ours.url, watched);
    return [
      ratioRow("first contentful paint", "the same page with no script", time, "ms", [bound]),
      plainRow("requests before the first text", requests, "", [mustBeAtMost(1)]),
      plainRow("layout shift in 3 s", shift, "", [mustBeAtMost(0)]),
      plainRow("blocked before the first paint", blocked, "ms", [mustBeAtMost(0)]),
    ];
  },
};

/** Chromium has many processes, which inherit the cores that we run on. */
async function launch(bench: Bench, executablePath: string): Promise<Browser> {
  move(process.pid, "all");
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args });
  bench.onEnd(() => browser.close());
  return browser;
}
