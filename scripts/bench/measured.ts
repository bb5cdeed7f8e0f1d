import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { marker, noticePath } from "../../schema/notice/protocol.ts";
import {
  emptyFastify,
  newEnvironment,
  runNotice,
  server,
  startBare,
  startProduct,
} from "./against/servers.ts";
import { type Bounds, comparedRow, inTurn, plainRow, type Row } from "./figures.ts";
import {
  ask,
  askSettled,
  browser,
  findChromium,
  headerOf,
  load,
  type Measured,
  type Repeated,
  type Running,
  residentSize,
  run,
  startServer,
} from "./harness.ts";

/** From the process's start to the first 503, on an existing store, beside the first reply of an empty Fastify server. */
export async function start(rounds = 9): Promise<Row[]> {
  const env = newEnvironment();
  const found = await inTurn(
    () => timeToReply(server, env),
    () => timeToReply(emptyFastify, env),
    rounds,
  );
  return [
    comparedRow("start to the first 503", "an empty Fastify server", found, { time: "ms" }, { aim: 1.8 }),
  ];
}

async function timeToReply(script: string, env: NodeJS.ProcessEnv): Promise<{ time: number }> {
  const started = performance.now();
  const running = await startServer([script], env, "all");
  await ask(running.url, browser);
  const time = performance.now() - started;
  await running.stop();
  return { time };
}

/** `notice set` as a whole process, with its syncs and its check of the result, beside `node -e 0`. */
export async function set(rounds = 9): Promise<Row[]> {
  const env = newEnvironment();
  await runNotice(["init"], env);
  let changes = 0;
  const found = await inTurn(
    () => timed(() => runNotice(["set", "--message", `Change ${changes++}`], env)),
    () => timed(() => run([process.execPath, "-e", "0"], env, "server")),
    rounds,
  );
  return [comparedRow("`notice set`, whole process", "`node -e 0`", found, { time: "ms" }, { aim: 3 })];
}

async function timed(work: () => Promise<unknown>): Promise<{ time: number }> {
  const started = performance.now();
  await work();
  return { time: performance.now() - started };
}

const crowds: [words: string, connections: number, bounds: Bounds][] = [
  ["50 connections", 50, { must: 1.1, aim: 1.05 }],
  ["one connection", 1, { must: 1.12 }],
];

/** Each kind of reply, beside `node:http` that writes the same bytes and headers: CPU time per request, and the rate. */
export async function requests(rounds = 7): Promise<Row[]> {
  const ours = await startProduct();
  const etag = headerOf(await ask(ours.url + noticePath, {}), "etag");
  const kinds: Record<string, Repeated> = {
    page: { path: "/", headers: browser, status: 503 },
    "problem detail": { path: "/", headers: { ...browser, accept: "application/problem+json" }, status: 503 },
    text: { path: "/", headers: { ...browser, accept: "text/plain" }, status: 503 },
    "`GET /api/notice`": { path: noticePath, headers: {}, status: 200 },
    "`GET /api/notice`, 304": { path: noticePath, headers: { "if-none-match": etag }, status: 304 },
  };
  const rows: Row[] = [];
  for (const [name, asked] of Object.entries(kinds)) {
    const bare = await startBare(await askSettled(ours.url + asked.path, asked.headers));
    for (const [crowd, connections, bounds] of crowds) {
      const found = await inTurn(
        () => load(ours, asked, connections),
        () => load(bare, asked, connections),
        rounds,
      );
      const what = `${name}, ${crowd}: CPU time`;
      rows.push(comparedRow(what, "bare `node:http`", found, { cpu: "µs", rate: "requests/s" }, bounds));
    }
    await bare.stop();
  }
  return rows;
}

/** A bad network: a round trip of 400 ms, and 400 kbit/s. */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Every script, inline or in a file, but not the inline data. */
const script = /<script(?: [^>]*src="([^"]+)"[^>]*)?>.*?<\/script>/gs;
const later = /"\.(\/backsoon-[\w-]+\.js)"/g;

/**
 * The bytes that a visitor fetches for a page with a time, at first and in all, and in the largest language. Also the first contentful paint on a
 * bad network, beside the same page without a script.
 */
export async function page(rounds = 5): Promise<Row[]> {
  const env = newEnvironment();
  const ours = await startProduct(env);
  await runNotice(["set", "--expected-return", "+1d"], env);
  const reply = await askSettled(ours.url, browser);
  const html = brotliDecompressSync(reply.body).toString();
  const scriptAt = async (path: string | undefined) => (await ask(`${ours.url}${path}`, browser)).body;
  const first = await scriptAt([...html.matchAll(script)].map(([, path]) => path).find(Boolean));
  const paths = [...brotliDecompressSync(first).toString().matchAll(later)].map(([, path]) => path);
  const weights = await Promise.all(languageTags.map((tag) => weightIn(ours.url, tag)));
  const others = await Promise.all(paths.map((path) => scriptAt(`/assets${path}`)));
  const all = [first, ...others].reduce((sum, { length }) => sum + length, 0);

  const body = brotliCompressSync(html.replace(script, ""));
  const headers = reply.headers.filter(([name]) => name.toLowerCase() !== "content-length");
  const bare = await startBare({
    ...reply,
    headers: [...headers, ["Content-Length", `${body.length}`]],
    body,
  });
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is not installed.");
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
  const opened = await chromium.launch({ executablePath, args });
  const found = await inTurn(
    () => timeToPaint(opened, ours.url),
    () => timeToPaint(opened, bare.url),
    rounds,
  ).finally(() => opened.close());
  return [
    plainRow("HTML in brotli, with all that is needed to read it", reply.body.length, "bytes", {
      must: 5120,
    }),
    plainRow("the same in the largest language", Math.max(...weights), "bytes", { must: 5120 }),
    plainRow("JavaScript in brotli, in the first three seconds", first.length, "bytes", { must: 6000 }),
    plainRow("JavaScript in brotli, in all", all, "bytes", { must: 65_200 }),
    comparedRow("first contentful paint", "the same with no script", found, { paint: "ms" }, { must: 1.02 }),
  ];
}

/** The bytes of the page in a language, in brotli at its highest quality. */
async function weightIn(url: string, language: string): Promise<number> {
  const { body } = await ask(url, { accept: browser.accept, "accept-language": language });
  return brotliCompressSync(body).length;
}

// A string, because it runs in the browser, whose types this program does not have.
const firstPaint = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName("first-contentful-paint");
    if (paint) resolve(paint.startTime);
  }).observe({ type: "paint", buffered: true }),
)`;

/** Opens a page in a fresh window with nothing cached; its first contentful paint, in ms from the navigation's start. */
async function timeToPaint(opened: Browser, url: string): Promise<{ paint: number }> {
  const context = await opened.newContext({ viewport: { width: 390, height: 844 } });
  const window = await context.newPage();
  const session = await context.newCDPSession(window);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await window.goto(url, { waitUntil: "commit" });
  // The page's Content-Security-Policy forbids Playwright's own evaluation.
  const asked = { expression: firstPaint, awaitPromise: true, returnByValue: true };
  const { result } = await session.send("Runtime.evaluate", asked);
  await context.close();
  return { paint: result.value };
}

/** The time between two changes, in ms. */
const interval = 10;

/**
 * The page under load while this process changes the notice, and asks for the page after each acknowledgement. The
 * other side changes another store.
 */
export async function change(rounds = 9): Promise<Row[]> {
  const [env, other] = [newEnvironment(), newEnvironment()];
  const service = await startProduct(env);
  await runNotice(["init"], other);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let changes = 0;
  let stale = 0;

  const whileChanging = async (database: string): Promise<Measured> => {
    let isOver = false;
    const found = load(service, { path: "/", headers: browser, status: 503 }, 50).finally(() => {
      isOver = true;
    });
    const store = await sqliteBackend(database).open();
    const started = performance.now();
    for (let count = 1; !isOver; count += 1) {
      const notice = { ...defaults, message: `Change ${count}` };
      const { number } = await store.append({ notice, author: "bench", requestId: randomUUID() });
      const shown = Number(headerOf(await ask(service.url, browser, agent), marker.toLowerCase()));
      if (database === env.DATABASE) {
        changes += 1;
        if (!(shown >= number)) stale += 1;
      }
      await sleep(Math.max(0, started + count * interval - performance.now()));
    }
    await store.close();
    return found;
  };

  const found = await inTurn(
    () => whileChanging(env.DATABASE),
    () => whileChanging(other.DATABASE),
    rounds,
  );
  agent.destroy();
  const what = `page, a change every ${interval} ms: CPU time`;
  return [
    comparedRow(what, "no change", found, { cpu: "µs", rate: "requests/s" }, { aim: 1.25 }),
    plainRow("stale replies after an acknowledgement", stale, `of ${changes}`, { must: 0 }),
  ];
}

const openConnections = 5000;
/** How long a process is given to settle down, in ms. */
const settlingRestMs = 1000;

/** The resident size of a new process at the start, after loads of a second each, and with open connections. */
export async function memory(rounds = 3): Promise<Row[]> {
  const found = await inTurn(
    async () => ({ size: await sizeAfter((service) => loadTimes(5, service)) }),
    async () => ({ size: await sizeAfter((service) => loadTimes(1, service)) }),
    rounds,
  );
  const start = await sizeAfter(({ url }) => ask(url, browser));
  const connected = await sizeAfter(openConnectionsTo);
  return [
    comparedRow("resident size after 5 s of load", "after 1 s", found, { size: "MiB" }, { must: 1.1 }),
    plainRow("resident size at the start", start, "MiB"),
    plainRow("resident size with 5,000 connections", connected, "MiB"),
  ];
}

async function sizeAfter(work: (service: Running) => Promise<unknown>): Promise<number> {
  const service = await startProduct();
  await work(service);
  await sleep(settlingRestMs);
  const size = residentSize(service.pid);
  await service.stop();
  return size;
}

async function loadTimes(times: number, service: Running): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await load(service, { path: "/", headers: browser, status: 503 }, 50);
}

/** Opens connections. Each gets the page, and stays open until the service ends. */
async function openConnectionsTo({ url }: Running): Promise<void> {
  for (let count = 0; count < openConnections; count += 1) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
  }
}
