import { type Logger, pino } from "pino";
import { type Board, createBoard } from "../data/board.ts";
import { createStore } from "../data/create.ts";
import { keepLastKnownGood, readLastKnownGood } from "../data/last-known-good.ts";
import { followSqlite } from "../data/sqlite/feed.ts";
import { isNoticeError, NoticeError } from "../schema/errors.ts";
import { type Installation, readInstallation } from "../schema/installation.ts";
import { createRenderer } from "../web/render.tsx";
import { buildApp } from "./app.ts";
import { readBuild } from "./assets.ts";
import { createPages } from "./pages.ts";
import { contentSecurityPolicy } from "./security.ts";

/** How long a client may take to finish once we are told to stop, in ms. */
const grace = 3000;

const listenFaults: Record<string, string> = {
  EADDRINUSE: "another program listens there",
  EACCES: "this user may not",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "that host name is not known",
};

async function start(): Promise<void> {
  const installation = readInstallation(process.env);
  const { config } = installation;
  const { template, assets } = readBuild(installation.page);
  const logger = pino({ level: config.LOG_LEVEL });
  const board = await openBoard(installation, logger);
  const app = buildApp({
    board,
    pages: createPages(createRenderer(template), (error) =>
      logger.error(error, "The page could not be made"),
    ),
    policy: contentSecurityPolicy(template),
    retryAfter: config.RETRY_AFTER,
    assets,
    logger,
  });
  app.addHook("onClose", () => board.close());

  const stop = async (): Promise<void> => {
    setTimeout(() => app.server.closeAllConnections(), grace).unref();
    await app.close();
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);

  const address = await app.listen({ host: config.HOST, port: config.PORT }).catch(async (cause) => {
    await app.close();
    const reason = listenFaults[cause.code] ?? cause.message;
    throw new NoticeError("LISTEN_FAILED", { address: `${config.HOST}:${config.PORT}`, reason }, { cause });
  });
  process.stderr.write(`Backsoon is ready: ${address}\n`);
}

/** Follows the store, which is created the first time; the last known good notice stands in for a lost one. */
async function openBoard(installation: Installation, logger: Logger): Promise<Board> {
  const { database, lastKnownGood } = installation;
  const fallback = readLastKnownGood(lastKnownGood);
  await createStore(installation, "backsoon").catch((error: unknown) => {
    if (!fallback) throw error;
  });
  return createBoard(followSqlite(database), fallback, {
    adopted: keepLastKnownGood(lastKnownGood, (error) =>
      logger.warn(error, "The last known good notice was not kept"),
    ),
    lost: (error) => logger.error(error, "The store is down: visitors get the last known good notice"),
    found: () => logger.info("The store is up again"),
  });
}

start().catch((error: unknown) => {
  const known = isNoticeError(error) ? error : new NoticeError("INTERNAL", { reason: String(error) });
  process.stderr.write(`${known.message}\n`);
  process.exitCode = known.exit;
});
