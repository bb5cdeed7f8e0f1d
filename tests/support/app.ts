import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { buildApp, type Parts } from "../../api/app/app.ts";
import { readBuild } from "../../api/assets/build.ts";
import { createPages } from "../../api/visitor/pages.ts";
import { createBoard } from "../../data/cache/board.ts";
import { sqlitePlace } from "../../data/sqlite/place.ts";
import type { NoticeStore } from "../../data/store.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { temporaryFolder } from "./folder.ts";
import { draftWith } from "./notices.ts";

/** The whole service of production on a real store, without a port. */
export async function createTestApp(
  notice: Partial<Notice> = {},
  parts: Partial<Parts> = {},
): Promise<{ app: FastifyInstance; store: NoticeStore; database: string }> {
  const database = join(temporaryFolder(), "notice.db");
  const place = sqlitePlace(database);
  await place.create({ ...draftWith(notice), revision: 1 });
  const store = await place.open();
  const board = createBoard(await place.follow(), undefined);
  const { template, assets } = readBuild("dist/web");
  const failed = (error: unknown) => {
    throw error;
  };
  const app = buildApp({
    board,
    pages: createPages({ template, live: { pollSeconds: 10, returnSpreadSeconds: 5 }, failed }),
    retryAfter: 120,
    lifecycle: { isClosing: false },
    assets,
    logger: pino({ level: "silent" }),
    ...parts,
  });
  onTestFinished(async () => {
    await app.close();
    board.close();
    await store.close();
  });
  const append: NoticeStore["append"] = async (draft) => {
    const revision = await store.append(draft);
    // Whoever hears of it from another process asks in a later turn of the event loop.
    await nextTurn();
    return revision;
  };
  return { app, store: { ...store, append }, database };
}
