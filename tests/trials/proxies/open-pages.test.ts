import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { marker } from "../../../schema/notice/protocol.ts";
import { type LiveEvents, watchNotice } from "../../../web/live/watch-notice.ts";

const pages = 10_000;
/** How long the pages have been open when the app comes back, in ms. */
const openMs = 20_000;
const events: LiveEvents = { polled() {}, changed() {}, clock() {}, back() {}, awayAgain() {} };

/** Nothing is aborted here, and Node's own AbortController takes ten times as long as all else. */
class Controller {
  signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
  abort(): void {}
}

const reply = (status: number, headers: Record<string, string> = {}) => {
  const fields = { has: (name: string) => name in headers, get: (name: string) => headers[name] ?? null };
  return { status, ok: status === 200, type: "basic", body: null, headers: fields } as unknown as Response;
};
const notice = reply(304, { [marker]: "1" });
const notFound = reply(404);

/** When the app gets loads and requests after its return, in ms, from a small browser with its own clock. */
async function returnOf(returnSpreadSeconds: number): Promise<{ loads: number[]; requests: number[] }> {
  const loads: number[] = [];
  const requests: number[] = [];
  /** The timers of each ms. */
  const due: { work?: (() => void) | undefined }[][] = [];
  let now = 0;
  const later = (work: () => void, ms = 0) => {
    const timer = { work };
    const at = now + Math.max(1, Math.trunc(ms));
    due[at] = [...(due[at] ?? []), timer];
    return timer;
  };
  vi.stubGlobal("document", { hidden: false, addEventListener() {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("history", { replaceState() {} });
  vi.stubGlobal("AbortController", Controller);
  // A page that leaves takes along its next timer, which would look whether the app came.
  let isLeaving = false;
  const replace = () => {
    isLeaving = true;
    loads.push(now - openMs);
  };
  const [origin, pathname] = ["https://shop.example", "/"];
  vi.stubGlobal("location", { origin, pathname, search: "", href: origin + pathname, replace });
  vi.stubGlobal("setTimeout", (work: () => void, ms: number) => {
    const waits = !isLeaving;
    isLeaving = false;
    return waits ? later(work, ms) : undefined;
  });
  vi.stubGlobal("clearTimeout", (timer?: (typeof due)[0][0]) => {
    if (timer) timer.work = undefined;
  });
  vi.stubGlobal("fetch", async () => {
    if (now < openMs) return notice;
    requests.push(now - openMs);
    return notFound;
  });
  vi.spyOn(Math, "random").mockImplementation(seeded(1));
  const open = () => watchNotice({ number: 1 }, { pollSeconds: 10, returnSpreadSeconds }, events);
  for (let each = 0; each < pages; each += 1) later(open, (each * openMs) / 2 / pages);
  for (; loads.length < pages; now += 1) {
    for (const { work } of due[now] ?? []) work?.();
    // What was done at this moment ends in promises, and nothing else waits for anything.
    if (due[now]) await setImmediate();
    delete due[now];
  }
  return { loads, requests: [...requests, ...loads] };
}

/** The same random numbers each time. @see https://github.com/bryc/code (mulberry32) */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many moments are in the second that has most of them. */
function most(moments: number[]): number {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const second = Math.floor(moment / 1000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

it(`The table of docs/maintenance.md states how ${pages} open pages return`, async () => {
  const rows: string[] = [];
  for (const spread of [5, 60, 300, 600]) {
    const { loads, requests } = await returnOf(spread);
    const inAMinute = loads.filter((moment) => moment < 60_000).length;
    const figures = [inAMinute, most(loads), most(requests)].map((count) =>
      count.toLocaleString("en").replaceAll(",", " "),
    );
    rows.push(`| \`${spread}\` | ${figures.join(" | ")} | ${Math.ceil(Math.max(...loads) / 1000)} s |`);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
  const table = readFileSync("docs/maintenance.md", "utf8").match(/^\| `\d+` \|.*\|$/gm);
  expect(table).toEqual(rows);
});
