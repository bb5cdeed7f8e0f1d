import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { languageTags } from "../../../schema/languages/tags.ts";
import { newEnvironment, runNotice, startBare, startProduct } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { comparedRow, plainRow, type Row } from "../figures/row.ts";
import { findChromium } from "../harness/programs.ts";
import { ask, askSettled, browser } from "../harness/replies.ts";

/** A bad network: a round trip of 400 ms, and 400 kbit/s. */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Every script, inline or in a file, but not the inline data. */
const script = /<script(?: [^>]*src="([^"]+)"[^>]*)?>.*?<\/script>/gs;
/** The scripts that a script loads later, from its own folder. */
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
