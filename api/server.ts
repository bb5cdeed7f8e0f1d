import cluster from "node:cluster";
import type { Server } from "node:http";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { type Logger, pino } from "pino";
import { toNoticeError } from "../schema/errors/notice-error.ts";
import { type Installation, readInstallation } from "../schema/settings/installation.ts";
import { secretNames, servingSettings } from "../schema/settings/settings.ts";
import { printable } from "../schema/text/printable.ts";
import { probeArgument, startProbing } from "./runtime/probe-process.ts";
import type { Service } from "./runtime/service.ts";

async function start(): Promise<void> {
  // The process that started a worker has read every setting; a worker reads only those that it needs.
  const installation = readInstallation(process.env, cluster.isWorker ? servingSettings : undefined);
  // The server has no use for secrets: neither a child process nor a report on its state should see them.
  for (const name of secretNames) delete process.env[name];
  const { LOG_LEVEL, METRICS_HOST, METRICS_PORT, WORKERS } = installation.config;
  const logger = pino({ level: LOG_LEVEL });
  const count = WORKERS === "auto" ? availableParallelism() : Number(WORKERS);
  const isAlone = count === 1 || cluster.isWorker;
  const running = await (isAlone ? serve(installation, logger) : supervise(count, logger));

  const isMeasured = METRICS_PORT !== undefined && cluster.isPrimary;
  const figures = isMeasured ? await measure(METRICS_HOST, METRICS_PORT, running) : undefined;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= running.stop().then(() => {
      figures?.close().closeAllConnections();
      cluster.worker?.disconnect();
    });
    return stopping;
  };
  // Nobody knows what state this leaves: replies in progress are finished, and another process takes over.
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, "The service is stopping after an unexpected error");
    process.exitCode = 1;
    void stop();
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.once("uncaughtException", crash).once("unhandledRejection", crash);
  if (cluster.isPrimary) process.stderr.write(`Backsoon is ready: ${running.address}\n`);
}

/** Loads the code that serves once the store is already being opened, which takes just as long. */
async function serve(installation: Installation, logger: Logger): Promise<Service> {
  const probe = startProbing([process.execPath, fileURLToPath(import.meta.url)]);
  // React renders three times as fast without its checks for developers.
  process.env.NODE_ENV ??= "production";
  const { startService } = await import("./runtime/service.ts");
  return startService(installation, logger, probe);
}

async function supervise(count: number, logger: Logger): Promise<Service> {
  const { startWorkers } = await import("./runtime/workers.ts");
  return startWorkers(count, logger);
}

async function measure(host: string, port: number, { readMetrics, stop }: Service): Promise<Server> {
  const { serveMetrics } = await import("./observe/metrics-server.ts");
  return serveMetrics(host, port, readMetrics).catch(async (error) => {
    await stop();
    throw error;
  });
}

async function tryStore(): Promise<void> {
  const { probe } = await import("./runtime/probe.ts");
  return probe(process.env);
}

const work = process.argv[2] === probeArgument ? tryStore() : start();
work.catch((cause: unknown) => {
  const error = toNoticeError(cause);
  process.stderr.write(`${printable(error.message)}\n`);
  process.exitCode = error.exitCode;
  cluster.worker?.disconnect();
});
