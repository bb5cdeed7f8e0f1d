import { join } from "node:path";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { readBuild } from "../../../api/http/assets.ts";
import { buildApp, type Parts } from "../../../api/runtime/app.ts";
import { createPages } from "../../../api/visitor/pages.ts";
import { createNoticeCache } from "../../../data/cache/notice-cache.ts";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { temporaryFolder } from "../folder.ts";
import { type Ask, asking } from "../network/http.ts";
import { type OnFinished, shared } from "../shared.ts";
import { draftWith } from "../texts/notices.ts";

/** A service in this process for one test, on a real port and a real store. Its notice is the default one with these fields. */
export async function createTestApp(notice: Partial<Notice> = {}, parts: Partial<Parts> = {}) {
  return start(temporaryFolder(), notice, parts, onTestFinished);
}

/** A service for all tests of a file that leave its notice as it is. Returns a function that asks it. */
export function sharedApp(
  makeParts: (folder: string) => Promise<Partial<Parts>> = async () => ({}),
  notice: Partial<Notice> = {},
): Ask {
  const app = shared(async (onFinished) => {
    const folder = temporaryFolder(onFinished);
    return start(folder, notice, await makeParts(folder), onFinished);
  });
  return (asked) => app().ask(asked);
}

/** Throws an error: a renderer that fails, so that visitors get the bare page. */
export const broken = (): never => {
  throw new Error("broken");
};

/** A service's pages from the build. A fault in them fails the test, unless these options say otherwise. */
export function pagesWith(options: Partial<Parameters<typeof createPages>[0]> = {}) {
  const { template } = readBuild("dist/web");
  const failed = (error: unknown) => {
    throw error;
  };
  return createPages({ template, live: { pollSeconds: 10, returnSpreadSeconds: 5 }, failed, ...options });
}

async function start(folder: string, notice: Partial<Notice>, parts: Partial<Parts>, onFinished: OnFinished) {
  const database = join(folder, "notice.db");
  const backend = sqliteBackend(database);
  await backend.create({ ...draftWith(notice), number: 1 });
  const store = await backend.open();
  const cache = createNoticeCache(await backend.watch(), undefined);
  const app = buildApp({
    cache,
    pages: pagesWith(),
    retryAfter: 120,
    corsOrigins: new Set(),
    lifecycle: { isClosing: false },
    assets: readBuild("dist/web").assets,
    logger: pino({ level: "silent" }),
    ...parts,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onFinished(async () => {
    await app.close();
    await cache.close();
    await store.close();
  });
  return { url, ask: asking(url), store, database };
}
