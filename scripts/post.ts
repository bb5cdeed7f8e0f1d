import { randomUUID } from "node:crypto";
import { keepNewest, readLastKnownGood } from "../data/cache/last-known-good.ts";
import type { NoticeStore, Revision } from "../data/store.ts";
import { isNoticeError, NoticeError } from "../schema/errors/errors.ts";
import { checkNotice } from "../schema/notice/check.ts";
import { type Change, changedFields, difference, differenceLines } from "../schema/notice/difference.ts";
import type { Notice } from "../schema/notice/notice.ts";
import type { Context } from "./terminal/context.ts";
import { describeExpectedReturn } from "./terminal/expected-return.ts";
import type { PostOptions } from "./terminal/options.ts";

/** What became of a change: `stored` is absent when nothing was posted. */
interface Outcome {
  /** The newest revision. */
  revision: number;
  notice: Notice;
  changes: Change[];
  stored?: Revision;
}

/** The document that is to be next; `current` throws when the newest revision is damaged. */
type Next = (current: () => Notice, store: NoticeStore) => unknown;

/**
 * Posts a changed notice and tells what changed. What is changed meanwhile by others is not overwritten: the
 * change is made again on theirs, or with `ifRevision` refused.
 * @throws NoticeError NOTICE_INVALID, REVISION_CONFLICT, STORE_…, WRITE_LOST
 */
export async function post(context: Context, options: PostOptions, next: Next): Promise<void> {
  const store = await context.place.open();
  const requestId = randomUUID();
  try {
    for (;;) {
      // Read first: whatever was known by now is in a store that has lost nothing.
      const known = readLastKnownGood(context.installation.lastKnownGood)?.revision ?? 0;
      const base = await readBase(store);
      refuseBehind(base.revision, known);
      if (options.ifRevision !== undefined && options.ifRevision !== base.revision) {
        throw new NoticeError("REVISION_CONFLICT", { expected: options.ifRevision, current: base.revision });
      }
      const notice = checkNotice(await next(base.current, store));
      const changes = difference(base.notice, notice);
      if (changes.length === 0 || options.dryRun) {
        return report(context, options, { revision: base.revision, notice, changes });
      }
      try {
        const draft = { notice, author: context.author(), ifRevision: base.revision, requestId };
        const stored = await store.append(draft);
        // Also when no server runs that would keep it. That the store has it is what counts.
        await keepNewest(context.installation.lastKnownGood, store).catch(() => {});
        return report(context, options, { ...stored, changes, stored });
      } catch (error) {
        if (options.ifRevision !== undefined || !isNoticeError(error, "REVISION_CONFLICT")) throw error;
      }
    }
  } finally {
    await store.close();
  }
}

/** A store that has lost revisions would give their numbers away again. */
function refuseBehind(current: number, known: number): void {
  if (current < known) throw new NoticeError("STORE_BEHIND", { current, known });
}

async function readBase(
  store: NoticeStore,
): Promise<{ revision: number; notice?: Notice; current: () => Notice }> {
  try {
    const { revision, notice } = await store.latest();
    return { revision, notice, current: () => notice };
  } catch (damage) {
    if (!isNoticeError(damage, "STORE_DAMAGED")) throw damage;
    const current = () => {
      throw damage;
    };
    return { revision: await store.newest(), current };
  }
}

function report(context: Context, options: PostOptions, outcome: Outcome): void {
  if (options.json) {
    const { stored, revision, notice, changes } = outcome;
    context.printJson({
      posted: stored !== undefined,
      revision,
      author: stored?.author,
      createdAt: stored?.createdAt,
      changed: changedFields(changes),
      notice,
    });
  } else {
    for (const line of inWords(outcome, context.now())) context.print(line);
  }
}

function inWords({ revision, changes, stored }: Outcome, now: Date): string[] {
  if (changes.length === 0) return [`Nothing to change: revision ${revision} says this already.`];
  const expected = changes.find(({ field }) => field === "expectedReturn")?.after;
  return [
    stored ? `Revision ${revision} is live.` : `Nothing was changed; this would follow revision ${revision}:`,
    ...differenceLines(changes),
    ...(expected === undefined ? [] : [`${describeExpectedReturn(String(expected), now)}.`]),
  ];
}
