import { type ChildProcess, type ExecFileException, execFile } from "node:child_process";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Probe } from "../../data/cache/probed-watcher.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

const run = promisify(execFile);

/** Tells the program to probe the store and do nothing else. */
export const probeArgument = "--probe";

/** How long the store may take to open, in ms, before the service goes on without it. */
const probeTimeoutMs = 3000;

/**
 * Opens the store in a separate process, because a store may kill or hang the process that opens it: shared memory on a
 * full disk does the one, a disk that hangs the other. The first probe starts at once, while the rest of the service is
 * set up. One that is late is not given up: a busy machine may need its time, and there is never a second process. Takes
 * the program that opens the store, and its arguments; the probe rejects with STORE_PROBE_FAILED, or with STORE_UNREADY
 * if the process survived to say why.
 */
export function startProbing(program: string[]): Probe {
  let running: Running | undefined = runProbe(program);
  return async () => {
    running ??= runProbe(program);
    const outcome = await Promise.race([running.ended, setTimeout(probeTimeoutMs, "late", { ref: false })]);
    if (outcome === "late") {
      letGo(running.child);
      const reason = `took longer than ${probeTimeoutMs / 1000} s`;
      throw new NoticeError("STORE_PROBE_FAILED", { outcome: reason });
    }
    running = undefined;
    if (outcome) throw outcome;
  };
}

interface Running {
  child: ChildProcess;
  /** Resolves with what is wrong, if anything is. */
  ended: Promise<NoticeError | undefined>;
}

function runProbe([file = "", ...args]: string[]): Running {
  const probe = run(file, [...args, probeArgument]);
  return { child: probe.child, ended: probe.then(() => undefined, toError) };
}

/** The service may end before it does: a process cannot be killed in the middle of a read from a disk that hangs. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
}

function toError({ signal, stderr, message }: ExecFileException): NoticeError {
  return signal
    ? new NoticeError("STORE_PROBE_FAILED", { outcome: `killed the process that tried it (${signal})` })
    : new NoticeError("STORE_UNREADY", { reason: stderr?.trim() || message });
}
