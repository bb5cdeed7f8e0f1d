import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { buildApp, type Parts } from "../../api/app.ts";
import { readBuild } from "../../api/assets.ts";
import { createPages } from "../../api/pages.ts";
import { contentSecurityPolicy } from "../../api/security.ts";
import { createBoard } from "../../data/board.ts";
import { followSqlite } from "../../data/sqlite/feed.ts";
import { createSqliteStore, openSqliteStore } from "../../data/sqlite/store.ts";
import type { NoticeStore } from "../../data/store.ts";
import type { Notice } from "../../schema/notice.ts";
import { createRenderer } from "../../web/render.tsx";
import { temporaryFolder } from "./folder.ts";
import { draftWith } from "./notices.ts";

/** The whole service of production on a real store, without a port. */
export function createTestApp(
  notice: Partial<Notice> = {},
  parts: Partial<Parts> = {},
): {
  app: FastifyInstance;
  store: NoticeStore;
  database: string;
} {
  const database = join(temporaryFolder(), "notice.db");
  createSqliteStore(database, { ...draftWith(notice), revision: 1 });
  const store = openSqliteStore(database);
  const board = createBoard(followSqlite(database), undefined);
  const { template, assets } = readBuild("dist/web");
  const app = buildApp({
    board,
    pages: createPages(createRenderer(template), (error) => {
      throw error;
    }),
    policy: contentSecurityPolicy(template),
    retryAfter: 120,
    assets,
    logger: pino({ level: "silent" }),
    ...parts,
  });
  onTestFinished(async () => {
    await app.close();
    board.close();
    await store.close();
  });
  return { app, store, database };
}
