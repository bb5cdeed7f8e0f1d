import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { marker } from "../../../schema/notice/protocol.ts";
import { type LiveEvents, watchNotice } from "../../../web/live/watch-notice.ts";

/** What an app gets from open pages once it is back: a moment of each load and of each request, in ms since then. */
interface Arrivals {
  loads: number[];
  requests: number[];
}

/** How long the pages have been open when the app comes back, in ms: each has found its own rhythm. */
const openMs = 20_000;

const events: LiveEvents = { polled() {}, changed() {}, clock() {}, back() {}, awayAgain() {} };

/** A browser in miniature with so many open pages, all of them seen, whose time passes as fast as it can. */
async function returnOf(pages: number, returnSpreadSeconds: number): Promise<Arrivals> {
  const clock = createClock();
  const since = (): number => clock.now() - openMs;
  const loads: number[] = [];
  const requests: number[] = [];
  const address = {
    origin: "https://shop.example",
    pathname: "/",
    search: "",
    href: "https://shop.example/",
  };
  vi.stubGlobal("document", { hidden: false, addEventListener() {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("history", { replaceState() {} });
  // Who leaves takes along what it waits for next: that the app, perhaps, does not come.
  let isLeaving = false;
  const leave = (): void => {
    isLeaving = true;
    loads.push(since());
  };
  vi.stubGlobal("location", { ...address, replace: leave });
  vi.stubGlobal("setTimeout", (work: () => void, ms: number) => {
    const waits = !isLeaving;
    isLeaving = false;
    return waits ? clock.setTimeout(work, ms) : undefined;
  });
  vi.stubGlobal("clearTimeout", clock.clearTimeout);
  vi.stubGlobal("fetch", async () => {
    if (since() < 0) return notice;
    requests.push(since());
    return notFound;
  });
  vi.stubGlobal("AbortController", Controller);
  const { random } = Math;
  Math.random = seeded(1);
  try {
    const open = (): unknown => watchNotice({ number: 1 }, { pollSeconds: 10, returnSpreadSeconds }, events);
    for (let each = 0; each < pages; each += 1) clock.setTimeout(open, (each * openMs) / 2 / pages);
    await clock.runUntil(() => loads.length === pages);
    return { loads, requests: [...requests, ...loads] };
  } finally {
    vi.unstubAllGlobals();
    Math.random = random;
  }
}

/** Nothing is aborted here; Node's own takes ten times as long as all else. */
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

/** A clock whose time passes when everything has been done that was due. */
function createClock() {
  const due = new Map<number, Map<number, () => void>>();
  const moments = new Map<number, number>();
  let now = 0;
  let count = 0;
  return {
    now: () => now,
    setTimeout(work: () => void, ms = 0): number {
      const moment = now + Math.max(1, Math.trunc(ms));
      const id = ++count;
      const works = due.get(moment) ?? new Map();
      due.set(moment, works.set(id, work));
      moments.set(id, moment);
      return id;
    },
    clearTimeout(id?: number): void {
      if (id === undefined) return;
      due.get(moments.get(id) ?? 0)?.delete(id);
      moments.delete(id);
    },
    async runUntil(isDone: () => boolean): Promise<void> {
      for (; !isDone(); now += 1) {
        for (const [id, work] of due.get(now) ?? []) {
          moments.delete(id);
          work();
        }
        // What was done at this moment ends in promises, and nothing else waits for anything.
        if (due.delete(now)) await setImmediate();
      }
    },
  };
}

/** Numbers from 0 to 1 that are as random as the page's, and the same each time. @see https://github.com/bryc/code (mulberry32) */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pages = 10_000;
const spreads = [5, 60, 300, 600];

const grouped = (count: number): string => count.toLocaleString("en").replaceAll(",", " ");

/** How many of the moments, in ms, come before a second. */
const before = (moments: number[], second: number): number =>
  moments.filter((moment) => moment < second * 1000).length;

/** How many come in the second that has most of them. */
function most(moments: number[]): number {
  const perSecond: number[] = [];
  for (const moment of moments) {
    const second = Math.floor(moment / 1000);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  return perSecond.reduce((highest, count) => Math.max(highest, count ?? 0), 0);
}

function rowOf(spread: number, { loads, requests }: Arrivals): string {
  const last = Math.ceil(Math.max(...loads) / 1000);
  const figures = [before(loads, 60), most(loads), most(requests)].map(grouped);
  return `| ${[`\`${spread}\``, ...figures, `${last} s`].join(" | ")} |`;
}

it(`The table of docs/maintenance.md states how ${pages} open pages return`, async () => {
  const rows: string[] = [];
  for (const spread of spreads) rows.push(rowOf(spread, await returnOf(pages, spread)));
  const table = readFileSync("docs/maintenance.md", "utf8").match(/^\| `\d+` \|.*\|$/gm);
  expect(table).toEqual(rows);
});
