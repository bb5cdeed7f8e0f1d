import { fileFor, readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { shownIn } from "../../data/publish.ts";
import {
  counts,
  type DiagnosticResult,
  failure,
  ok,
  type Revision,
  warning,
  whileOpen,
} from "../../data/store.ts";
import { findPlaceholderContact, warnOfTime } from "../../schema/advice/advice.ts";
import { typedHere } from "../../schema/advice/typed-return.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { difference } from "../../schema/notice/difference.ts";
import { findOverdue, leftOverSeconds } from "../../schema/notice/expected-return.ts";
import { findFaults } from "../../schema/notice/faults.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { flagOf } from "../terminal/options.ts";
import { judgeAgain, sayReturn, targetOf } from "../terminal/publish.ts";

/**
 * Warns of a notice that visitors should not see for long, and fails if it breaks a limit of this version. No lines if
 * no notice can be read.
 */
export async function checkShownNotice(context: Context): Promise<DiagnosticResult[]> {
  const shown = await readShown(context);
  if (!shown) return [];
  const { notice } = shown;
  return [
    ...checkLimits(shown, context),
    ...checkMessage(notice, context),
    checkContact(notice, context),
    ...checkExpectedReturn(notice, context),
  ];
}

/** A notice that is older than a limit is still shown, but must be corrected before any other change. */
function checkLimits({ number, notice }: Revision, { commandName }: Context): DiagnosticResult[] {
  const faults = findFaults(notice);
  const own = faults.filter(({ pointer }) => !pointer.startsWith("#/translations"));
  const [first] = faults;
  if (!first) return [];
  const options = own.map(({ pointer }) => `--${flagOf(pointer.slice("#/".length))} …`);
  const way = own.length > 0 ? `set ${options.join(" ")}` : "edit";
  const details = (own.length > 0 ? own : [first]).map(({ detail }) => detail).join(" ");
  const detail = `revision ${number}, which visitors see, breaks a limit of this version. ${details} Change it with \`${commandName} ${way}\` before you change anything else in it.`;
  return [failure("notice", detail)];
}

/** The default message fits only planned maintenance, but an app may crash on any day. */
function checkMessage({ message }: Notice, { commandName }: Context): DiagnosticResult[] {
  if (message !== undefined) return [];
  const detail = `none, so the page says "scheduled maintenance" even if the app crashes: set a message that fits any outage with \`${commandName} set --message\`.`;
  return [warning("message", detail)];
}

function checkContact(notice: Notice, { commandName }: Context): DiagnosticResult {
  const placeholder = findPlaceholderContact(notice, commandName);
  return placeholder === undefined ? ok("contact", notice.contactEmail) : warning("contact", placeholder);
}

function checkExpectedReturn(notice: Notice, context: Context): DiagnosticResult[] {
  const subject = "expected return";
  const at = typedHere(context.now());
  const overdue = findOverdue(notice, at.now, context.commandName);
  const isRecent = overdue && overdue.seconds < leftOverSeconds;
  const { doubts } = judgeAgain(context, at)(notice, undefined);
  const changes = difference(undefined, notice);
  const warnings = [...doubts, ...warnOfTime({ notice, changes }, at, context.commandName)];
  if (warnings.length > 0)
    return warnings.map((detail) => (isRecent && detail === overdue.message ? ok : warning)(subject, detail));
  return [ok(subject, sayReturn(notice, at) ?? "none")];
}

/** The notice that visitors see: the store's, else the last known good one. */
function readShown(context: Context): Promise<Revision | undefined> {
  const target = targetOf(context);
  return shownIn(target).catch(() => readLastKnownGood(target.lastKnownGood));
}

/** Reports which revision this machine would show without its store, and whether the store is behind that revision. */
export async function checkLastKnownGood(context: Context): Promise<DiagnosticResult> {
  const { installation, backend, commandName } = context;
  const subject = "last known good";
  const known = readLastKnownGood(installation.lastKnownGood);
  if (!known) return warning(subject, "none yet: the service writes one when it starts, and at every change");
  const { number, storeId } = known;
  const current = await whileOpen(backend.read(), async (store) =>
    store.storeId === storeId ? store.latestNumber() : number,
  ).catch(() => number);
  if (number <= current) return ok(subject, `revision ${number}`);
  const where = fileFor(installation.lastKnownGood, known);
  const error = counts(number, current)
    ? new NoticeError("STORE_BEHIND", { current, known: number })
    : new NoticeError("NUMBER_IGNORED", { number, where, current });
  return failure(subject, error.messageFor(commandName));
}
