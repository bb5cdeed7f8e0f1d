import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { findOverdue, leftOverSeconds } from "../../schema/notice/overdue.ts";
import { findPlaceholderContact } from "../../schema/words/contact.ts";
import type { Context } from "../terminal/context.ts";
import { describeExpectedReturn } from "../terminal/expected-return.ts";

/** Warns of what visitors should not be told for long; says nothing while no notice can be read. */
export async function checkShownNotice(
  context: Pick<Context, "backend" | "installation" | "now" | "commandName">,
): Promise<DiagnosticResult[]> {
  const notice = await readShown(context);
  return notice ? [checkContact(notice, context), checkExpectedReturn(notice, context)] : [];
}

function checkContact(notice: Notice, { commandName }: Pick<Context, "commandName">): DiagnosticResult {
  const subject = "contact";
  const placeholder = findPlaceholderContact(notice, commandName);
  return placeholder === undefined
    ? { subject, state: "ok", detail: notice.contactEmail }
    : { subject, state: "warning", detail: placeholder };
}

/** Warns of an expected return that is left over from an earlier outage. */
function checkExpectedReturn(
  notice: Notice,
  { now: readNow, commandName }: Pick<Context, "now" | "commandName">,
): DiagnosticResult {
  const subject = "expected return";
  const now = readNow();
  const overdue = findOverdue(notice, now.getTime(), commandName);
  if (overdue) {
    const state = overdue.seconds >= leftOverSeconds ? "warning" : "ok";
    return { subject, state, detail: overdue.message };
  }
  const { expectedReturn } = notice;
  const detail = expectedReturn === undefined ? "none" : describeExpectedReturn(expectedReturn, now);
  return { subject, state: "ok", detail };
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
