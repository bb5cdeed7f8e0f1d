import { type NextNotice, type Publication, publish } from "../../data/publish.ts";
import { changedFields, differenceLines } from "../../schema/notice/difference.ts";
import type { Context } from "./context.ts";
import { describeExpectedReturn } from "./expected-return.ts";
import type { PublishOptions } from "./options.ts";

/** Publishes a changed notice and reports what changed; throws what `publish` throws. */
export async function publishAndReport(
  context: Context,
  options: PublishOptions,
  next: NextNotice,
): Promise<void> {
  report(context, options, await publish(targetOf(context), requestOf(context, options), next));
}

/** Where the command publishes to. */
export function targetOf({ backend, installation }: Context) {
  return { backend, lastKnownGood: installation.lastKnownGood };
}

/** How to publish, as the command's options ask. */
export function requestOf(context: Context, { ifRevision, dryRun }: PublishOptions) {
  return { author: context.author(), ifRevision, dryRun };
}

/** Reports the outcome of a change. */
export function report(context: Context, { json }: PublishOptions, publication: Publication): void {
  const { number, notice, changes, published } = publication;
  if (json) {
    context.printJson({
      posted: published !== undefined,
      revision: number,
      author: published?.author,
      createdAt: published?.createdAt,
      changed: changedFields(changes),
      notice,
    });
  } else {
    for (const line of inWords(publication, context.now())) context.print(line);
  }
}

function inWords({ number, changes, published }: Publication, now: Date): string[] {
  if (changes.length === 0) return [`Nothing to change: revision ${number} already says this.`];
  const expected = changes.find(({ field }) => field === "expectedReturn")?.after;
  return [
    published ? `Revision ${number} is live.` : `Nothing was changed; this would follow revision ${number}:`,
    ...differenceLines(changes),
    ...(expected === undefined ? [] : [`${describeExpectedReturn(String(expected), now)}.`]),
  ];
}
