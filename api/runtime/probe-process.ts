import { type ChildProcess, type ExecFileException, execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Probe } from "../../data/cache/probed-watcher.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

const run = promisify(execFile);

/** Tells the program to probe the store and do nothing else. */
export const probeArgument = "--probe";

/** How long the store may take to open, in ms. */
const probeTimeoutMs = 3000;

/** A process that is stuck in the store; there is never a second one. */
let held: ChildProcess | undefined;

/** Starts probing at once, while the rest of the service is set up; from the second call on, it probes again. */
export function startProbing(program: string[]): Probe {
  let begun: Promise<void> | undefined = probeStore(program);
  // Whoever awaits the probe learns of its failure.
  begun.catch(() => {});
  return () => {
    const proof = begun ?? probeStore(program);
    begun = undefined;
    return proof;
  };
}

/**
 * Opens the store in a separate process, because a store may kill or hang the process that opens it: shared memory on a
 * full disk does the one, a disk that hangs the other. Takes the program that does it, and its arguments.
 * @throws NoticeError STORE_PROBE_FAILED, or STORE_UNREADY if the process survived to say why
 */
async function probeStore([file = "", ...args]: string[]): Promise<void> {
  if (held) throw tooSlow();
  const ending = run(file, [...args, probeArgument]);
  const { child } = ending;
  const deadline = setTimeout(probeTimeoutMs, "late", { ref: false });
  const outcome = await Promise.race([ending.then(() => undefined, toError), deadline]);
  if (outcome !== "late") {
    if (outcome) throw outcome;
    return;
  }
  // A process cannot be killed in the middle of a read from a disk that hangs, so nobody waits for it.
  held = child;
  child.once("exit", () => (held = undefined));
  child.kill("SIGKILL");
  child.unref();
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  throw tooSlow();
}

function tooSlow(): NoticeError {
  return new NoticeError("STORE_PROBE_FAILED", { outcome: `took longer than ${probeTimeoutMs / 1000} s` });
}

function toError({ signal, stderr, message }: ExecFileException): NoticeError {
  return signal
    ? new NoticeError("STORE_PROBE_FAILED", { outcome: `killed the process that tried (${signal})` })
    : new NoticeError("STORE_UNREADY", { reason: stderr?.trim() || message });
}
