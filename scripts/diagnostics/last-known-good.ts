import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { type DiagnosticResult, isShared } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";

/** Says which revision this machine would show without its store, and whether the store is behind that. */
export async function checkLastKnownGood({
  installation,
  backend,
  commandName,
}: Pick<Context, "installation" | "backend" | "commandName">): Promise<DiagnosticResult> {
  const subject = "last known good";
  const known = readLastKnownGood(installation.lastKnownGood);
  if (!known) {
    return {
      subject,
      state: "warning",
      detail: "none yet: the server writes one when it starts, and so does every change",
    };
  }
  const current = await backend.latestNumber().catch(() => undefined);
  // A store that several nodes share says by itself what they have shown.
  if (current !== undefined && !isShared(known) && current < known.number) {
    const error = new NoticeError("STORE_BEHIND", { current, known: known.number });
    return { subject, state: "failure", detail: error.messageFor(commandName) };
  }
  return { subject, state: "ok", detail: `revision ${known.number}` };
}
