import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { findOverdue, leftOverSeconds } from "../../schema/notice/overdue.ts";
import { findPlaceholderContact } from "../../schema/words/contact.ts";
import { warnOfReturn } from "../../schema/words/typed-return/in-words.ts";
import type { Context } from "../terminal/context.ts";
import { describeExpectedReturn, typingAt } from "../terminal/expected-return.ts";

/** Warns of what visitors should not be told for long; says nothing while no notice can be read. */
export async function checkShownNotice(
  context: Pick<Context, "backend" | "installation" | "now" | "commandName">,
): Promise<DiagnosticResult[]> {
  const notice = await readShown(context);
  return notice ? [checkContact(notice, context), ...checkExpectedReturn(notice, context)] : [];
}

function checkContact(notice: Notice, { commandName }: Pick<Context, "commandName">): DiagnosticResult {
  const subject = "contact";
  const placeholder = findPlaceholderContact(notice, commandName);
  return placeholder === undefined
    ? { subject, state: "ok", detail: notice.contactEmail }
    : { subject, state: "warning", detail: placeholder };
}

/** Warns of an expected return that is left over from an earlier outage, or is probably not what was meant. */
function checkExpectedReturn(
  notice: Notice,
  context: Pick<Context, "now" | "commandName">,
): DiagnosticResult[] {
  const subject = "expected return";
  const overdue = findOverdue(notice, context.now().getTime(), context.commandName);
  const isRecent = overdue && overdue.seconds < leftOverSeconds;
  const warnings = warnOfReturn(notice, typingAt(context), context.commandName);
  if (warnings.length > 0)
    return warnings.map((detail) => {
      const state = isRecent && detail === overdue.message ? "ok" : "warning";
      return { subject, state, detail };
    });
  const { expectedReturn } = notice;
  const detail =
    expectedReturn === undefined ? "none" : describeExpectedReturn(expectedReturn, context.now());
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
