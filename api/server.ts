import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { toNoticeError } from "../schema/errors/notice-error.ts";
import { secretNames } from "../schema/settings/settings-schema.ts";
import { printable } from "../schema/text/text.ts";
import { createLineWriter, outputTo } from "./observe/log.ts";
import { assertPort, inheritedSocket, socketVariables } from "./runtime/inherited-socket.ts";
import { type Probing, probeArgument, startProbing } from "./runtime/probe-process.ts";
import type { Service } from "./runtime/service.ts";

/** How long we may take to end if we are told to stop while starting, in ms: systemd gives us ten seconds. */
const startTimeoutMs = 8000;
/** How long the last output may take to be written once the service has stopped, in ms. */
const flushTimeoutMs = 500;

const errors = createLineWriter(outputTo(process.stderr));

/**
 * Loads everything else while the probing process loads its own code. Rejects with the reason of `told` if that is
 * aborted before the service listens.
 */
async function start(probing: Probing, told: AbortSignal): Promise<void> {
  const giveUp = (): void => void setTimeout(() => process.exit(), startTimeoutMs).unref();
  told.addEventListener("abort", giveUp);
  const [{ readInstallation }, { assertTrustedHome }, { createLog, logCrash }, { serve }] = await Promise.all(
    [
      import("../schema/settings/settings.ts"),
      import("../schema/settings/home.ts"),
      import("./observe/log.ts"),
      import("./runtime/serve.ts"),
    ],
  );
  if (process.geteuid?.() === 0) assertTrustedHome(process.env);
  const installation = readInstallation(process.env);
  // The server no longer needs the secrets: no child process and no diagnostic report may see them.
  for (const name of secretNames) delete process.env[name];
  const { LOG_LEVEL, METRICS_HOST, METRICS_PORT } = installation.config;
  const log = createLog(LOG_LEVEL, outputTo(process.stdout));
  const socket = inheritedSocket(process.env, process.pid);
  if (socket !== undefined) assertPort(socket);
  told.throwIfAborted();
  const running = await serve({ installation, log, probing, socket, told, nextTick: process.nextTick });

  const figures = METRICS_PORT === undefined ? undefined : await measure(METRICS_HOST, METRICS_PORT, running);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= running.stop().then(() => {
      figures?.close().closeAllConnections();
      end();
    });
    return stopping;
  };
  // The state is unknown now: replies in progress are finished, and another process takes over.
  const crash = (error: unknown): void => {
    logCrash(log.logger, error);
    process.exitCode = 1;
    void stop();
  };
  if (told.aborted) return stop();
  told.removeEventListener("abort", giveUp);
  told.addEventListener("abort", () => void stop());
  process.once("uncaughtException", crash).once("unhandledRejection", crash);
  errors.write(`Backsoon is ready: ${running.address}\n`);
}

/** Ends the process, after a short wait for its last lines. */
function end(): void {
  setTimeout(() => process.exit(), flushTimeoutMs).unref();
}

async function measure(host: string, port: number, { readMetrics, stop }: Service): Promise<Server> {
  const { serveMetrics } = await import("./observe/metrics.ts");
  return serveMetrics(host, port, readMetrics).catch(async (error) => {
    await stop();
    throw error;
  });
}

/** The environment of the process that probes: without secrets and inherited sockets. */
function environmentOfChild(): NodeJS.ProcessEnv {
  const own = new Set([...secretNames, ...socketVariables]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
}

function fail(cause: unknown): void {
  const error = toNoticeError(cause);
  errors.write(`${printable(error.message)}\n`);
  process.exitCode = error.exitCode;
  end();
}

const signals = ["SIGTERM", "SIGINT"] as const;
const program = [process.execPath, fileURLToPath(import.meta.url)];
// Set before React is loaded: without its checks for developers, it renders three times as fast.
process.env.NODE_ENV ??= "production";
if (process.argv[2] === probeArgument) {
  // A signal to the whole process group must not interrupt the creation of a store.
  for (const signal of signals) process.on(signal, () => {});
  import("./runtime/probe.ts").then(({ probe }) => probe()).catch(fail);
} else {
  // As early as possible: without a listener, a signal ends Node at once with an error or, as the first process of a
  // container, not at all.
  const told = new AbortController();
  for (const signal of signals) process.on(signal, () => told.abort());
  const probing = startProbing(program, environmentOfChild());
  start(probing, told.signal).catch((error: unknown) => {
    probing.abandon();
    if (error === told.signal.reason) end();
    else fail(error);
  });
}
