import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { findOverdue, leftOverSeconds } from "../../schema/notice/overdue.ts";
import type { Context } from "../terminal/context.ts";
import { describeExpectedReturn } from "../terminal/expected-return.ts";

/** Warns of an expected return that is left over from an earlier outage; says nothing while no notice can be read. */
export async function checkExpectedReturn(
  context: Pick<Context, "backend" | "installation" | "now" | "commandName">,
): Promise<DiagnosticResult[]> {
  const subject = "expected return";
  const notice = await readShown(context);
  if (!notice) return [];
  const now = context.now();
  const overdue = findOverdue(notice, now.getTime(), context.commandName);
  if (overdue) {
    const state = overdue.seconds >= leftOverSeconds ? "warning" : "ok";
    return [{ subject, state, detail: overdue.message }];
  }
  const { expectedReturn } = notice;
  const detail = expectedReturn === undefined ? "none" : describeExpectedReturn(expectedReturn, now);
  return [{ subject, state: "ok", detail }];
}

/** The notice that visitors see: the store's, else the last known good one. */
async function readShown({
  backend,
  installation,
}: Pick<Context, "backend" | "installation">): Promise<Notice | undefined> {
  try {
    const store = await backend.read();
    return (await store.latest().finally(() => store.close())).notice;
  } catch {
    return readLastKnownGood(installation.lastKnownGood)?.notice;
  }
}
