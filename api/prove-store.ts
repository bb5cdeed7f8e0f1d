import { type ExecFileException, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Prove } from "../data/proven-feed.ts";
import { NoticeError } from "../schema/errors.ts";

const run = promisify(execFile);
const probe = fileURLToPath(new URL("./probe.js", import.meta.url));

/** How long the store may take to open, in ms. */
const deadline = 3000;

/** Begins to prove at once, while the rest of the service is made; from the second call on it proves anew. */
export function beginToProve(node: string): Prove {
  let begun: Promise<void> | undefined = proveStore(node);
  // Whoever asks for it hears of its failure.
  begun.catch(() => {});
  return () => {
    const proof = begun ?? proveStore(node);
    begun = undefined;
    return proof;
  };
}

/**
 * Opens the store in a process of its own, which it may kill or keep: shared memory on a full disk does. `node` is
 * the path of the program that runs it.
 * @throws NoticeError STORE_UNPROVEN, and STORE_UNREADY when the process lived to tell why
 */
async function proveStore(node: string): Promise<void> {
  try {
    await run(node, [probe], { timeout: deadline, killSignal: "SIGKILL" });
  } catch (cause) {
    throw toError(cause as ExecFileException);
  }
}

function toError({ killed, signal, stderr, message }: ExecFileException): NoticeError {
  const fate = killed ? `took longer than ${deadline / 1000} s` : `killed the process that tried (${signal})`;
  return killed || signal
    ? new NoticeError("STORE_UNPROVEN", { fate })
    : new NoticeError("STORE_UNREADY", { reason: stderr?.trim() || message });
}
