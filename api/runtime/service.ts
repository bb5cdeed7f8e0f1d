import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { backendOf } from "../../data/backend.ts";
import { bootNoticeCache } from "../../data/cache/boot.ts";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Probe } from "../../data/cache/probed-watcher.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import { readList } from "../../schema/validation/list.ts";
import { buildApp } from "../app/app.ts";
import { readBuild } from "../assets/build.ts";
import { listenFailed } from "../http/http-server.ts";
import type { Metrics } from "../observe/metrics.ts";
import { createRequestLog } from "../observe/request-log.ts";
import { createPages } from "../visitor/pages.ts";
import { findPaymentsScript } from "../visitor/payments.ts";

/** How long a disk may take to keep the last known good notice once we are told to stop, in ms. */
const maxKeepMs = 1000;

/** How a service stops. */
interface StopOptions {
  /** How long we keep serving once told to stop, in ms, so that a load balancer sees that we are no longer ready. */
  drainMs?: number;
  /** How long a client may take to finish after that, in ms. */
  closeTimeoutMs?: number;
}

/** A running service. */
export interface Service {
  /** The URL that it listens on. */
  address: string;
  /** Its metrics, as Prometheus reads them; empty unless METRICS_PORT is set. */
  readMetrics(): Promise<string>;
  /** Finishes the replies in progress, and resolves when there are none left. */
  stop(options?: StopOptions): Promise<void>;
}

/**
 * Creates the parts of the service and puts them together.
 * @throws NoticeError BUILD_MISSING, LISTEN_FAILED
 */
export async function startService(
  installation: Installation,
  logger: Logger,
  probe: Probe,
): Promise<Service> {
  const { config } = installation;
  const { template, assets } = readBuild(installation.webBuild);
  const payments = findPaymentsScript(assets, config.STRIPE_PUBLISHABLE_KEY);
  const cache = await bootNoticeCache({
    backend: backendOf(installation),
    installation,
    probe,
    events: {
      lost: (error) => logger.error(error, "The store is down: visitors get the last known good notice"),
      found: () => logger.info("The store is up again"),
      nothingKnown: (error) => logger.error(error, "Only the defaults are known: visitors get those"),
      notKept: (error) => logger.warn(error, "The last known good notice could not be saved"),
    },
  });
  const pages = createPages({
    template,
    live: { pollSeconds: config.POLL_SECONDS, returnSpreadSeconds: config.RETURN_SPREAD_SECONDS },
    payments,
    failed: (error) => logger.error(error, "The page could not be rendered: visitors get a plain one"),
  });
  const metrics = config.METRICS_PORT === undefined ? undefined : await makeMetrics(cache);
  const requestLog = createRequestLog(logger, readList(config.TRUST_PROXY));
  const lifecycle = { isClosing: false };
  const parts = { cache, pages, assets, logger, metrics, requestLog, lifecycle };
  const app = buildApp({
    ...parts,
    retryAfter: config.RETRY_AFTER,
    corsOrigins: new Set(readList(config.CORS_ORIGINS)),
  });
  app.addHook("onClose", () => Promise.race([cache.close(), sleep(maxKeepMs, undefined, { ref: false })]));

  const stop = async ({ drainMs = 500, closeTimeoutMs = 3000 }: StopOptions = {}): Promise<void> => {
    lifecycle.isClosing = true;
    await sleep(drainMs);
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref();
    await app.close();
  };
  try {
    const address = await app.listen({ host: config.HOST, port: config.PORT });
    return { address, readMetrics: async () => metrics?.read() ?? "", stop };
  } catch (cause) {
    await app.close();
    throw listenFailed(`${config.HOST}:${config.PORT}`, cause);
  }
}

/** Loaded on demand, so that a service without metrics does not wait for it. */
async function makeMetrics(cache: NoticeCache): Promise<Metrics> {
  const { createMetrics } = await import("../observe/metrics.ts");
  return createMetrics(cache);
}
