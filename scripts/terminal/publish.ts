import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { askApp, seenInWords } from "../../api/editor/ask-app.ts";
import { defaultWaitMs, faultsOfNodes } from "../../data/nodes.ts";
import {
  atRevision,
  type Outcome,
  outcomeInJson,
  type Precondition,
  type PublishRequest,
  publish,
  whatever,
} from "../../data/publish.ts";
import type { NoticeReader } from "../../data/store.ts";
import { warnOfDocument, whoSees } from "../../schema/advice/advice.ts";
import {
  asDoubts,
  judgeDocument,
  sayTime,
  type TypedAt,
  typedHere,
} from "../../schema/advice/typed-return.ts";
import { type Fault, fileFault, NoticeError } from "../../schema/errors/notice-error.ts";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { differenceLines } from "../../schema/notice/difference.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { readAppAddress } from "../../schema/settings/settings.ts";
import type { Context, Style } from "./context.ts";
import type { PublishOptions } from "./options.ts";

/** The warnings about a change, for the person who made it. */
export type Warn = (publication: Outcome, at: TypedAt, commandName: string) => string[];

interface Particulars {
  /** The command's own precondition, beside those of its options. */
  precondition?: Precondition;
  warn?: Warn;
  /** How the document is judged; by default as one that a person wrote. */
  judge?: (at: TypedAt) => PublishRequest["judge"];
}

/** Publishes a changed notice and reports what changed, with warnings; throws what `publish` throws. */
export async function publishAndReport(
  context: Context,
  options: PublishOptions,
  next: (current: () => Notice, store: NoticeReader, at: TypedAt) => unknown,
  { precondition, warn, judge = (at) => judgeFor(context, at) }: Particulars = {},
): Promise<void> {
  const at = typedHere(context.now());
  const request = { ...requestOf(context, options, precondition), judge: judge(at) };
  const publication = await publish(targetOf(context), request, (current, store) => next(current, store, at));
  await report(context, options, publication, at, warn);
}

function judgeFor({ commandName }: Context, at: TypedAt): NonNullable<PublishRequest["judge"]> {
  return (document, standing) => judgeDocument(document, at, standing, commandName);
}

/** The store that the command publishes to. */
export function targetOf({ backend, installation }: Pick<Context, "backend" | "installation">) {
  return { backend, lastKnownGood: installation.lastKnownGood };
}

/** The author and conditions of a publication, from the command's options and its own precondition `needed`. */
export function requestOf(context: Context, options: PublishOptions, needed: Precondition = whatever) {
  const { ifRevision, note, dryRun, wait = defaultWaitMs, beforeWrite } = options;
  const asked = ifRevision === undefined ? whatever : atRevision(ifRevision);
  const precondition: Precondition = (latest, first) => {
    asked(latest, first);
    needed(latest, first);
  };
  const author = note === undefined ? context.author() : `${context.author()} (${note})`;
  return { author, precondition, dryRun, waitMs: wait || 0, beforeWrite };
}

/** The same for a document that was published before, which is not refused. */
export function judgeAgain(context: Context, at: TypedAt): NonNullable<PublishRequest["judge"]> {
  return (document, standing) => asDoubts(judgeFor(context, at)(document, standing));
}

/** Reports the outcome of a change. `more` are additional members of the JSON output. */
export async function report(
  context: Context,
  { json, beforeWrite }: PublishOptions,
  publication: Outcome,
  at: TypedAt,
  warn: Warn = warnOfDocument,
  more: object = {},
): Promise<void> {
  const { notice, changes, published, doubts = [] } = publication;
  const missed = missedInWords(publication);
  if (missed !== undefined) context.printError(missed);
  const warnings = [
    ...doubts,
    ...warn(publication, at, context.commandName),
    ...(json && missed ? [missed] : []),
  ];
  const isReturnNew = changes.some(({ field, translation }) => field === "expectedReturn" && !translation);
  const said = isReturnNew ? sayReturn(notice, at) : undefined;
  if (json) {
    const { notice: _, nodes: shown, ...told } = outcomeInJson(publication);
    context.printJson({
      ...told,
      understood: said,
      from: publication.predecessor.from,
      warnings: warnings.length > 0 ? warnings : undefined,
      notice,
      ...more,
      nodes: shown,
    });
  } else {
    const understood = said === undefined ? [] : [`Expected return: ${said}.`];
    const store = `The store is ${context.installation.database}.`;
    // `on` has not turned the switch yet, and `off` undoes it.
    const seen = published && !beforeWrite ? await askWhoSees(context) : [];
    const back = beforeWrite ? [] : backInWords(publication, context.commandName);
    const [done = "", ...difference] = inWords(publication, seen);
    context.print(done, "bold");
    for (const line of difference) context.print(line, signs[line.slice(0, 2)]);
    for (const line of [...understood, ...warnings, ...back]) context.print(line);
    context.print(store, "dim");
  }
  reportNodes(context, publication.nodes, publication.number);
}

const signs: Partial<Record<string, Style>> = { "+ ": "green", "- ": "red" };

/** The expected return as visitors get it: `Sunday 29 November, 14:00 in Berlin, in 19 h`; undefined if there is none. */
export function sayReturn(
  { expectedReturn }: Pick<Notice, "expectedReturn">,
  at: TypedAt,
): string | undefined {
  if (expectedReturn === undefined) return undefined;
  const expected = readExpectedReturn(expectedReturn);
  return expected.kind === "time" ? sayTime(expected.time, at) : "text, shown as it is";
}

/** Names the nodes that may not show a revision. @throws NoticeError NODES_BEHIND if such a node is running */
export function reportNodes(context: Context, nodes: Outcome["nodes"], number: number): void {
  const { fault, warning } = faultsOfNodes(nodes, number);
  if (warning) context.printError(warning.messageFor(context.commandName));
  if (fault) throw fault;
}

/** What was done or would be done, and a line for each change. */
function inWords(publication: Outcome, seen: string[]): string[] {
  const { number, changes, isNew, published } = publication;
  if (!isNew) return [`Nothing to change: revision ${number} already says this.`];
  return [
    published
      ? [publishedInWords(publication), ...seen].join(" ")
      : `Nothing was changed. This would follow revision ${number}${changes.length > 0 ? ":" : "."}`,
    ...differenceLines(changes),
    ...startInWords(publication),
  ];
}

/** The command that undoes the change; none if the revision before says the same, or is damaged. */
function backInWords({ changes, published, predecessor }: Outcome, commandName: string): string[] {
  if (!published || !predecessor.notice || predecessor.from !== undefined || changes.length === 0) return [];
  return [`To undo: \`${commandName} rollback ${predecessor.number}\`.`];
}

/** The nodes that show it, if known: a store in a file does not know whether a service runs. */
function publishedInWords({ number, nodes }: Outcome): string {
  if (!nodes || nodes === "unknown") return `Revision ${number} is published.`;
  const { live, others } = nodes;
  const count = live.length + others.length;
  if (count === 0) return `Revision ${number} is published. No node is running.`;
  return `Revision ${number} is published on ${live.length} of ${count} ${count === 1 ? "node" : "nodes"}.`;
}

/** The file that the change starts from, if the store does not have what is shown. */
function startInWords({ predecessor: { from, number } }: Outcome): string[] {
  return from === undefined
    ? []
    : [`It builds on revision ${number} from ${from}: the store did not have it.`];
}

function missedInWords({ predecessor: { missed, number, own }, published }: Outcome): string | undefined {
  if (!missed || !own) return undefined;
  return `Visitors of ${missed.label} saw a later text (revision ${missed.number}), which the database has lost. This change ${published ? "builds" : "would build"} on revision ${number}.`;
}

/** Asks the app, if its address is set, and says whether visitors see the notice. */
export async function askWhoSees({ installation }: Pick<Context, "installation">): Promise<string[]> {
  const { url: app } = readAppAddress(installation.config.APP_URL);
  if (!app) return [];
  const found = await askApp(app, 1_000);
  const { state } = found;
  return [state === "answers" || state === "notice" ? whoSees[state] : `${app.href} ${seenInWords(found)}.`];
}

/**
 * Reads the notice in a JSON file; `-` is standard input. `findMore` may add faults.
 * @throws NoticeError FILE_UNREADABLE, FOLDER_DELETED, JSON_INVALID, NOTICE_INVALID
 */
export async function readDocument(
  file: string,
  { stdin, pathOf }: Pick<Context, "stdin" | "pathOf">,
  findMore: (document: unknown) => Fault[] = () => [],
): Promise<Notice> {
  const stream = file === "-" ? stdin : createReadStream(pathOf(file));
  const document = parseJson(await readBytes(file, stream));
  return checkNotice(document, findMore(document));
}

/** The text of standard input without its last line end. @throws NoticeError FILE_UNREADABLE */
export async function readStandardInput({ stdin }: Pick<Context, "stdin">): Promise<string> {
  return (await readBytes("-", stdin)).toString().replace(/\r?\n$/, "");
}

/** The bytes of the file or, if it is too large, enough of them to exceed the limit. */
async function readBytes(file: string, stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxDocumentBytes) break;
    }
  } catch (cause) {
    throw new NoticeError("FILE_UNREADABLE", { file, reason: fileFault(cause) }, { cause });
  }
  return Buffer.concat(chunks);
}
