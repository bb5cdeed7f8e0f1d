import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { watchedBackendOf } from "../../data/backend.ts";
import { bootNoticeCache, type Probe } from "../../data/cache/boot.ts";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { findPlaceholderContact } from "../../schema/advice/advice.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { findOverdue } from "../../schema/notice/expected-return.ts";
import type { Config, Installation } from "../../schema/settings/settings.ts";
import { readList } from "../../schema/validation/formats.ts";
import type { PageOptions } from "../export/pages.ts";
import type { Build } from "../http/assets.ts";
import { listenFailed, stopListening } from "../http/http-server.ts";
import { neededFiles } from "../http/request-body.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { createPages, findPaymentsScript } from "../visitor/pages.ts";
import { buildApp } from "./app.ts";
import { loadBrand } from "./brand.ts";

/** How long saving the last known good notice may take once we are told to stop, in ms. */
const maxKeepMs = 1000;

interface StopOptions {
  /** How long we keep serving once told to stop, in ms, so that a load balancer sees that we are not ready. */
  drainMs?: number;
  /** How long clients may take to finish after that, in ms. */
  closeTimeoutMs?: number;
}

export interface Service {
  address: string;
  /** Its metrics, as Prometheus reads them; empty unless METRICS_PORT is set. */
  readMetrics(): Promise<string>;
  /** Finishes the replies in progress, and resolves when there are none left. */
  stop(options?: StopOptions): Promise<void>;
}

export interface ServiceParts {
  installation: Installation;
  build: Build;
  log: Log;
  /** Tries the store in a separate process; absent for a store that a thread watches. */
  probe: Probe | undefined;
  /** The descriptor of a listening socket to use instead of HOST and PORT. */
  socket?: number | undefined;
  /** Aborted if the service is told to stop before it listens. */
  told?: AbortSignal | undefined;
}

/**
 * Creates the parts of the service and puts them together. Rejects with the reason of `told` if that is aborted first.
 * @throws NoticeError LISTEN_FAILED, SOCKET_UNUSABLE
 */
export async function startService(given: ServiceParts): Promise<Service> {
  const { installation, socket, told } = given;
  const { template, assets } = given.build;
  const { logger, lines } = given.log;
  const { config } = installation;
  const payments = findPaymentsScript(assets, config.STRIPE_PUBLISHABLE_KEY);
  const cache = await bootNoticeCache({
    backend: await watchedBackendOf(installation),
    installation,
    probe: given.probe,
    events: {
      lost: (error) =>
        logger.error(
          error,
          "The store is down: visitors get the last known good notice, or else the default one",
        ),
      behind: (error) => logger.warn(error, "The store has lost revisions that visitors have seen"),
      found: () => logger.info("The store is up again"),
      unreported: (error) => logger.warn(error, "This node cannot report what it shows"),
      nothingKnown: (error) => logger.error(error, "Only the defaults are known: visitors get those"),
      notKept: (error) => logger.warn(error, "The last known good notice could not be saved"),
    },
  });
  warnOfNotice(cache, logger);
  warnOfFiles(logger);
  const brand = await loadBrand(installation.brandFolder, ({ message }) => logger.error(message));
  const pageOptions: PageOptions = {
    template,
    live: { pollSeconds: config.POLL_SECONDS, returnSpreadSeconds: config.RETURN_SPREAD_SECONDS },
    brand,
    failed: (error) => logger.error(error, "The page could not be rendered: visitors get a plain one"),
  };
  const pages = createPages({ ...pageOptions, payments, frameOrigins: readList(config.FRAME_ORIGINS) });
  const metrics = config.METRICS_PORT === undefined ? undefined : await makeMetrics(cache, lines.dropped);
  const requestLog = logger.isLevelEnabled("debug") ? await makeRequestLog(logger, config) : undefined;
  const lifecycle = { isClosing: false };
  const parts = { cache, pages, assets, logger, metrics, requestLog, lifecycle };
  const app = buildApp({
    ...parts,
    retryAfter: config.RETRY_AFTER,
    corsOrigins: new Set(readList(config.CORS_ORIGINS)),
  });
  let exporter: { stop(): Promise<void> } | undefined;
  app.addHook("onClose", async () => exporter?.stop());
  app.addHook("onClose", () => Promise.race([cache.close(), sleep(maxKeepMs, undefined, { ref: false })]));

  const stop = async ({ drainMs = 500, closeTimeoutMs = 3000 }: StopOptions = {}): Promise<void> => {
    lifecycle.isClosing = true;
    void exporter?.stop();
    await sleep(drainMs);
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref();
    await stopListening(app.server);
    await app.close();
  };
  const { HOST: host, PORT: port } = config;
  try {
    told?.throwIfAborted();
    const address = await app.listen({ host, port, ...(socket !== undefined && { fd: socket }) });
    if (installation.exportFolder !== undefined)
      exporter = await makeExporter(installation.exportFolder, pageOptions, cache, logger);
    return { address, readMetrics: async () => metrics?.read() ?? "", stop };
  } catch (cause) {
    await app.close();
    if (told?.aborted) throw told.reason;
    throw socket === undefined
      ? listenFailed(host, port, ["HOST", "PORT"], cause)
      : new NoticeError("SOCKET_UNUSABLE", { reason: (cause as Error).message }, { cause });
  }
}

/**
 * Warns of a notice that would harm an unplanned outage: its return time has passed, or its contact is a placeholder.
 */
function warnOfNotice(cache: NoticeCache, logger: Log["logger"]): void {
  const { number: revision, notice } = cache.current();
  const overdue = findOverdue(notice, Date.now());
  if (overdue) logger.warn({ revision }, overdue.message);
  const placeholder = findPlaceholderContact(notice, "notice");
  if (placeholder !== undefined) logger.warn({ revision }, placeholder);
}

/** Warns if this process may open too few files: visitors beyond them would wait, and nothing would be logged. */
function warnOfFiles(logger: Log["logger"]): void {
  const files = maxOpenFiles();
  if (files < neededFiles)
    logger.warn(
      `This process may open only ${files} files and needs ${neededFiles}: under load, visitors get no answer. Raise its hard limit, such as with LimitNOFILE=16384 in systemd`,
    );
}

/** How many files this process may open. Node has raised the soft limit to this. Infinite if unlimited or unknown. */
function maxOpenFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files +\d+ +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    // Only Linux has this file.
    return Number.POSITIVE_INFINITY;
  }
}

// Loaded on demand, so that a service without these features starts sooner.

async function makeRequestLog(logger: Log["logger"], { TRUST_PROXY }: Config): Promise<RequestListener> {
  const { createRequestLog } = await import("../observe/request-log.ts");
  return createRequestLog(logger, readList(TRUST_PROXY));
}

async function makeMetrics(cache: NoticeCache, dropped: () => number): Promise<Metrics> {
  const { createMetrics } = await import("../observe/metrics.ts");
  return createMetrics(cache, dropped);
}

async function makeExporter(
  folder: string,
  options: PageOptions,
  cache: NoticeCache,
  logger: Log["logger"],
): Promise<{ stop(): Promise<void> }> {
  const [{ keepFresh }, { createMakePages }] = await Promise.all([
    import("../export/keep-fresh.ts"),
    import("../export/pages.ts"),
  ]);
  return keepFresh({ folder, makePages: createMakePages(options), cache, logger, now: () => new Date() });
}
