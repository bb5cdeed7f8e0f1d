import cluster from "node:cluster";
import { pino } from "pino";
import { secretNames, servingSettings } from "../schema/config.ts";
import { toNoticeError } from "../schema/errors.ts";
import { readInstallation } from "../schema/installation.ts";
import { printable } from "../schema/printable.ts";
import { serveMetrics } from "./metrics-server.ts";
import { proveStore } from "./prove-store.ts";
import { startService } from "./service.ts";
import { countWorkers, startWorkers } from "./workers.ts";

async function start(): Promise<void> {
  // The process that started a worker has read every setting; a worker reads those that it needs.
  const installation = readInstallation(process.env, cluster.isWorker ? servingSettings : undefined);
  // They are of no use to the server: neither a child nor a report of its state gets to see them.
  for (const name of secretNames) delete process.env[name];
  const { LOG_LEVEL, METRICS_PORT, WORKERS } = installation.config;
  const logger = pino({ level: LOG_LEVEL });
  const workers = cluster.isWorker ? 1 : countWorkers(WORKERS);
  const running =
    workers === 1
      ? await startService(installation, logger, () => proveStore(process.execPath))
      : await startWorkers(workers, logger);

  const isMeasured = METRICS_PORT !== undefined && cluster.isPrimary;
  const figures = isMeasured
    ? await serveMetrics(METRICS_PORT, running.readMetrics).catch(async (error) => {
        await running.stop();
        throw error;
      })
    : undefined;
  const stop = async (): Promise<void> => {
    await running.stop();
    figures?.close();
    cluster.worker?.disconnect();
  };
  // Nobody knows what state it left: visitors who are being answered get their answer, and another process takes over.
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, "An unexpected error ends the service");
    process.exitCode = 1;
    void stop();
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
  process.once("uncaughtException", crash).once("unhandledRejection", crash);
  if (cluster.isPrimary) process.stderr.write(`Backsoon is ready: ${running.address}\n`);
}

start().catch((cause: unknown) => {
  const error = toNoticeError(cause);
  process.stderr.write(`${printable(error.message)}\n`);
  process.exitCode = error.exit;
  cluster.worker?.disconnect();
});
