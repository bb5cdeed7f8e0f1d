import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Revision } from "../../data/store.ts";
import type { Environment } from "../../schema/settings/setting-names.ts";
import type { Log } from "../observe/log.ts";
import { letGo, onLines } from "./child-process.ts";
import type { ExportInstallation, ExportMessage } from "./exporting.ts";
import { nextWaitMs } from "./restart-wait.ts";

/** How often we check whether visitors see another revision, in ms. */
const lookIntervalMs = 500;
/** How long an export may take to end once the service stops, in ms. If it is cut off, the previous export stays. */
const stopTimeoutMs = 2000;
/** How much of the process's standard error is kept, in characters. */
const maxSaid = 500;

/** The program that exports, and its environment. */
export interface ExportProgram {
  program: string[];
  env: Environment;
}

interface ExportProcessParts extends ExportProgram {
  installation: ExportInstallation;
  cache: Pick<NoticeCache, "current">;
  logger: Log["logger"];
}

/**
 * Keeps the export up to date in a process of its own, at a low priority, so that rendering, compressing and syncing
 * never slow a visitor down. We send the process each revision that visitors see, and replace it if it dies. Returns a
 * function that ends it.
 */
export function startExporting(parts: ExportProcessParts): { stop(): Promise<void> } {
  const { program, env, installation, cache, logger } = parts;
  const stopping = new AbortController();
  const report = createReport(installation.path, logger);
  let child: ChildProcess | undefined;
  let sent: Revision | undefined;
  let hasExported = false;

  const sendIfNew = (): void => {
    const revision = cache.current();
    // If the process reads slowly, it gets only the latest revision.
    if (!child?.stdin?.writable || child.stdin.writableNeedDrain || revision === sent) return;
    sent = revision;
    child.stdin.write(`${JSON.stringify(revision)}\n`);
  };

  const runOnce = async (): Promise<string> => {
    const [file = "", ...args] = program;
    child = spawn(file, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    hasExported = false;
    let said = "";
    for (const part of [child, child.stdin, child.stdout, child.stderr]) part?.on("error", () => {});
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-maxSaid);
    });
    onLines(child.stdout, (line) => {
      const message: ExportMessage = JSON.parse(line);
      if ("exported" in message) hasExported = true;
      report(message);
    });
    child.stdin?.write(`${JSON.stringify(installation)}\n`);
    sent = undefined;
    sendIfNew();
    const [code, signal] = await once(child, "close");
    return said.trim() || String(signal ?? code);
  };

  const supervise = async (): Promise<void> => {
    for (let waitMs = 0; !stopping.signal.aborted; ) {
      const started = performance.now();
      // A process that cannot be started, such as for lack of memory, is tried again like one that died.
      const reason = await runOnce().catch((error: Error) => error.message);
      if (stopping.signal.aborted) return;
      // After a process that has exported, the next change must not wait long.
      waitMs = nextWaitMs(hasExported ? 0 : waitMs, performance.now() - started);
      logger.error(
        { path: installation.path, reason },
        `The export process has exited: another takes over in ${waitMs / 1000} s`,
      );
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };

  const supervised = supervise();
  const timer = setInterval(sendIfNew, lookIntervalMs).unref();
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    stopping.abort();
    sendIfNew();
    child?.stdin?.end();
    await Promise.race([supervised, sleep(stopTimeoutMs, undefined, { ref: false })]);
    child?.kill("SIGKILL");
    if (child) letGo(child);
  };
  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Makes a function that logs each export, and the first failure in a row with the time of the last complete export. */
function createReport(path: string, logger: Log["logger"]): (message: ExportMessage) => void {
  let isFailing = false;
  return (message) => {
    if ("unrendered" in message) {
      logger.error(
        { path },
        `A page could not be rendered for the export, so it is plain: ${message.unrendered}`,
      );
    } else if ("exported" in message) {
      const { exported, ms } = message;
      logger.info(
        { path, ...exported, ms },
        isFailing ? "The notice is exported again" : "The notice was exported",
      );
      isFailing = false;
    } else {
      const { fault, since } = message;
      const standing =
        since === undefined ? "there is none yet" : `the last whole one, of ${since}, is still served`;
      if (!isFailing) logger.error({ path, since }, `The export is not up to date: ${standing}. ${fault}`);
      isFailing = true;
    }
  };
}
