import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { bootBoard } from "../data/boot.ts";
import { placeOf } from "../data/place.ts";
import { secretNames } from "../schema/config.ts";
import { NoticeError, toNoticeError } from "../schema/errors.ts";
import { readInstallation } from "../schema/installation.ts";
import { readNetworks } from "../schema/networks.ts";
import { printable } from "../schema/printable.ts";
import { buildApp } from "./app.ts";
import { readBuild } from "./assets.ts";
import { createMetrics } from "./metrics.ts";
import { createPages } from "./pages.ts";
import { findPaymentsScript } from "./payments.ts";
import { proveStore } from "./prove-store.ts";
import { createRequestLog } from "./request-log.ts";

/** How long we go on once we are told to stop, in ms, so that a balancer sees that we are no longer ready. */
const drain = 500;
/** How long a client may take to finish after that. */
const grace = 3000;

const listenFaults: Record<string, string> = {
  EADDRINUSE: "another program listens there",
  EACCES: "this user may not",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "that host name is not known",
};

async function start(): Promise<void> {
  const installation = readInstallation(process.env);
  // They are of no use to the server: neither a child nor a report of its state gets to see them.
  for (const name of secretNames) delete process.env[name];
  const { HOST, PORT, METRICS_PORT, LOG_LEVEL, RETRY_AFTER } = installation.config;
  const { POLL_SECONDS, RETURN_SPREAD_SECONDS, TRUST_PROXY, STRIPE_PUBLISHABLE_KEY } = installation.config;
  const { template, assets } = readBuild(installation.webBuild);
  const payments = findPaymentsScript(assets, STRIPE_PUBLISHABLE_KEY);
  const logger = pino({ level: LOG_LEVEL });
  const board = await bootBoard({
    place: placeOf(installation),
    installation,
    prove: () => proveStore(process.execPath),
    events: {
      lost: (error) => logger.error(error, "The store is down: visitors get the last known good notice"),
      found: () => logger.info("The store is up again"),
      notKept: (error) => logger.warn(error, "The last known good notice was not kept"),
    },
  });
  const pages = createPages({
    template,
    live: { pollSeconds: POLL_SECONDS, returnSpreadSeconds: RETURN_SPREAD_SECONDS },
    payments,
    failed: (error) => logger.error(error, "The page could not be made: visitors get a bare one"),
  });
  const metrics = METRICS_PORT === undefined ? undefined : createMetrics(board);
  const requestLog = createRequestLog(logger, readNetworks(TRUST_PROXY));
  const lifecycle = { isClosing: false };
  const app = buildApp({
    ...{ board, pages, assets, logger, metrics, requestLog, lifecycle },
    retryAfter: RETRY_AFTER,
  });
  app.addHook("onClose", () => board.close());

  const stop = async (): Promise<void> => {
    if (lifecycle.isClosing) return;
    lifecycle.isClosing = true;
    await sleep(drain);
    setTimeout(() => app.server.closeAllConnections(), grace).unref();
    await app.close();
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
  // Nobody knows what state it left: visitors who are being answered get their answer, and another process takes over.
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, "An unexpected error ends the service");
    process.exitCode = 1;
    void stop();
  };
  process.once("uncaughtException", crash).once("unhandledRejection", crash);

  const refuse = (address: string) => async (cause: NodeJS.ErrnoException) => {
    await app.close();
    const reason = listenFaults[cause.code ?? ""] ?? cause.message;
    throw new NoticeError("LISTEN_FAILED", { address, reason }, { cause });
  };
  if (metrics) {
    app.addHook("onClose", () => void metrics.server.close());
    metrics.server.listen(METRICS_PORT, "127.0.0.1");
    await once(metrics.server, "listening").catch(refuse(`127.0.0.1:${METRICS_PORT}`));
  }
  const address = await app.listen({ host: HOST, port: PORT }).catch(refuse(`${HOST}:${PORT}`));
  process.stderr.write(`Backsoon is ready: ${address}\n`);
}

start().catch((cause: unknown) => {
  const error = toNoticeError(cause);
  process.stderr.write(`${printable(error.message)}\n`);
  process.exitCode = error.exit;
});
