import { defaultWaitMs } from "../../data/nodes.ts";
import { faultsOfNodes } from "../../data/nodes-in-words.ts";
import { allOf, atRevision, type Precondition, whatever } from "../../data/precondition.ts";
import { type NextNotice, type Publication, publish } from "../../data/publish.ts";
import { changedFields, differenceLines } from "../../schema/notice/difference.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { isOfReturn } from "../../schema/words/typed-return/in-words.ts";
import type { TypedAt } from "../../schema/words/typed-return/meant-time.ts";
import { understandReturn } from "../../schema/words/typed-return/understand-return.ts";
import { warnOfDocument } from "../../schema/words/warnings.ts";
import type { Context } from "./context.ts";
import { describeExpectedReturn, typingAt } from "./expected-return.ts";
import type { PublishOptions } from "./options.ts";
import { askWhoSees } from "./who-sees.ts";

/** The warnings about a change, for the person who made it. */
export type Warn = (publication: Publication, at: TypedAt, commandName: string) => string[];

interface Particulars {
  /** The command's own precondition, beside those of its options. */
  precondition?: Precondition;
  warn?: Warn;
  /** Whether the expected return is published unchecked: from an earlier revision, or with `--as-given`. */
  isAsGiven?: boolean;
}

/** Publishes a changed notice and reports what changed, with warnings; throws what `publish` throws. */
export async function publishAndReport(
  context: Context,
  options: PublishOptions,
  next: NextNotice,
  { precondition, warn, isAsGiven = false }: Particulars = {},
): Promise<void> {
  const typedAt = isAsGiven ? undefined : typingAt(context);
  const request = { ...requestOf(context, options, precondition), typedAt };
  await report(context, options, await publish(targetOf(context), request, next), warn);
}

/** The store that the command publishes to. */
export function targetOf({ backend, installation }: Context) {
  return { backend, lastKnownGood: installation.lastKnownGood };
}

/** The author and conditions of a publication, from the command's options and its own precondition `needed`. */
export function requestOf(context: Context, options: PublishOptions, needed: Precondition = whatever) {
  const { ifRevision, dryRun, afterFailover, wait = defaultWaitMs, beforeWrite } = options;
  const asked = ifRevision === undefined ? whatever : atRevision(ifRevision);
  const precondition = allOf(asked, needed);
  return { author: context.author(), precondition, dryRun, afterFailover, waitMs: wait || 0, beforeWrite };
}

/** Reports the outcome of a change. `more` are additional members of the JSON output. */
export async function report(
  context: Context,
  { json, beforeWrite }: PublishOptions,
  publication: Publication,
  warn: Warn = warnOfDocument,
  more: object = {},
): Promise<void> {
  const { number, notice, changes, published, nodes } = publication;
  const at = typingAt(context);
  const warnings = warn(publication, at, context.commandName);
  if (json) {
    context.printJson({
      published: published !== undefined,
      revision: number,
      author: published?.author,
      createdAt: published?.createdAt,
      changed: changedFields(changes),
      ...(warnings.length > 0 && { warnings }),
      notice,
      ...more,
      ...(nodes && nodes !== "unknown" && { nodes }),
    });
  } else {
    // The warnings of a whole document already describe a doubtful return.
    const expected = String(publication.changes.find(isOfReturn)?.after ?? "");
    const { kind } = understandReturn(expected, at);
    const isAsShown = kind === "words" || readExpectedReturn(expected).kind === "time";
    const isSaid = warn === warnOfDocument && (kind === "refused" || !isAsShown);
    const understood =
      expected === "" || isSaid ? [] : [`${describeExpectedReturn(expected, context.now())}.`];
    const store = `The store is ${context.installation.database}.`;
    // `on` has not turned the switch yet, and `off` undoes it.
    const seen = published && !beforeWrite ? await askWhoSees(context) : [];
    const back = beforeWrite ? [] : backInWords(publication, context.commandName);
    for (const line of [...inWords(publication, seen), store, ...understood, ...warnings, ...back])
      context.print(line);
  }
  reportNodes(context, nodes, number);
}

/** Names the nodes that may not show a revision. @throws NoticeError NODES_BEHIND if such a node is running */
export function reportNodes(context: Context, nodes: Publication["nodes"], number: number): void {
  const { fault, warning } = faultsOfNodes(nodes, number);
  if (warning) context.printError(warning.messageFor(context.commandName));
  if (fault) throw fault;
}

/** What was done or would be done, and a line for each change. */
function inWords(publication: Publication, seen: string[]): string[] {
  const { number, changes, isNew, published } = publication;
  if (!isNew) return [`Nothing to change: revision ${number} already says this.`];
  return [
    published
      ? [publishedInWords(publication), ...seen].join(" ")
      : `Nothing was changed. This would follow revision ${number}${changes.length > 0 ? ":" : "."}`,
    ...differenceLines(changes),
    ...(number > publication.predecessor.number + 1 && published ? [lostInWords(publication)] : []),
  ];
}

/** The command that undoes the change; none if the revision before says the same, or is damaged. */
function backInWords({ changes, published, predecessor }: Publication, commandName: string): string[] {
  if (!published || !predecessor.notice || changes.length === 0) return [];
  return [`To undo: \`${commandName} rollback ${predecessor.number}\`.`];
}

/** The nodes that show it, if known: a store in a file does not know whether a service runs. */
function publishedInWords({ number, nodes }: Publication): string {
  if (!nodes || nodes === "unknown") return `Revision ${number} is published.`;
  const { live, others } = nodes;
  const count = live.length + others.length;
  if (count === 0) return `Revision ${number} is published. No node is running.`;
  return `Revision ${number} is published on ${live.length} of ${count} ${count === 1 ? "node" : "nodes"}.`;
}

/** The revisions that visitors had seen, and that the database has lost. */
function lostInWords({ number, predecessor }: Publication): string {
  const [first, last] = [predecessor.number + 1, number - 1];
  return first === last
    ? `The database has lost revision ${first}, which visitors have seen.`
    : `The database has lost revisions ${first} to ${last}, which visitors have seen.`;
}
