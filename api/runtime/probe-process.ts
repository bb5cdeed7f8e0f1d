import { type ChildProcess, type ExecFileException, execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Probe } from "../../data/cache/probed-watcher.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

const run = promisify(execFile);

/** What tells the program to try the store and do nothing else. */
export const probeArgument = "--probe";

/** How long the store may take to open, in ms. */
const probeTimeoutMs = 3000;

/** A process that the store keeps; there never is a second one. */
let held: ChildProcess | undefined;

/** Begins to prove at once, while the rest of the service is made; from the second call on it proves anew. */
export function startProbing(program: string[]): Probe {
  let begun: Promise<void> | undefined = probeStore(program);
  // Whoever asks for it hears of its failure.
  begun.catch(() => {});
  return () => {
    const proof = begun ?? probeStore(program);
    begun = undefined;
    return proof;
  };
}

/**
 * Opens the store in a process of its own, which it may kill or keep for ever: shared memory on a full disk does the
 * one, a disk that hangs the other. `program` is the program that runs it, and its arguments.
 * @throws NoticeError STORE_PROBE_FAILED, and STORE_UNREADY when the process lived to tell why
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
  // In the middle of a read from a disk that hangs, a process cannot be killed: nobody waits for it.
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
