import { type ChildProcess, type ExecFileException, execFile } from "node:child_process";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Probe } from "../../data/cache/boot.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Installation } from "../../schema/settings/settings.ts";
import type { Environment } from "../../schema/settings/settings-schema.ts";

const run = promisify(execFile);

/** The argument with which this program only probes the store that its standard input names. */
export const probeArgument = "--probe";

/** How long the store may take to open before the service starts without it, in ms. */
const probeTimeoutMs = 3000;

/** The settings for the probing process, so that it need not read them itself. */
export type ProbedStore = Pick<Installation, "database" | "lastKnownGood" | "firstNotice">;

/** A probe whose process has been started, and has not touched anything yet. */
export interface Probing {
  /** Starts the work. The probe resolves when it is done; each further call starts another process. */
  begin(store: ProbedStore): Probe;
  /** Ends the process, if it has not begun. */
  abandon(): void;
}

/**
 * Opens the store in a separate process, because a store may kill the process that opens it (shared memory on a full
 * disk) or block it (a hanging disk). The first process starts at once, and loads its code while this one does. A late
 * process is kept, as a busy machine may need the time: there is never a second one. The probe rejects with
 * STORE_PROBE_FAILED, or with STORE_UNREADY if the process could report why.
 */
export function startProbing(program: string[], env: Environment): Probing {
  let running: Running | undefined = startProcess(program, env);
  return {
    begin({ database, lastKnownGood, firstNotice }) {
      const named = JSON.stringify({ database, lastKnownGood, firstNotice });
      running?.child.stdin?.end(named);
      return async () => {
        if (!running) {
          running = startProcess(program, env);
          running.child.stdin?.end(named);
        }
        const outcome = await Promise.race([
          running.ended,
          setTimeout(probeTimeoutMs, "late", { ref: false }),
        ]);
        if (outcome === "late") {
          letGo(running.child);
          const reason = `took longer than ${probeTimeoutMs / 1000} s`;
          throw new NoticeError("STORE_PROBE_FAILED", { outcome: reason });
        }
        running = undefined;
        if (outcome) throw outcome;
      };
    },
    abandon: () => void running?.child.stdin?.end(),
  };
}

interface Running {
  child: ChildProcess;
  /** Resolves with the error, if there is one. */
  ended: Promise<NoticeError | undefined>;
}

function startProcess([file = "", ...args]: string[], env: Environment): Running {
  const ending = run(file, [...args, probeArgument], { env });
  const { child } = ending;
  // The process may end before it begins; its exit says why.
  child.stdin?.on("error", () => {});
  return { child, ended: ending.then(() => undefined, toError) };
}

function toError({ signal, stderr, message }: ExecFileException): NoticeError {
  return signal
    ? new NoticeError("STORE_PROBE_FAILED", { outcome: `killed the process that tried it (${signal})` })
    : new NoticeError("STORE_UNREADY", { reason: stderr?.trim() || message });
}

/** Lets the service end before its child process, which cannot be killed while it waits for a hanging disk. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
}
