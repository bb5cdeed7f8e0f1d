import type { Hint } from "../../api/assist/proposal.ts";
import { atRevision } from "../../data/precondition.ts";
import { type NextNotice, publish } from "../../data/publish.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import { differenceLines } from "../../schema/notice/difference.ts";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import { typedHere } from "../../schema/words/typed-return.ts";
import type { Context } from "../terminal/context.ts";
import type { PublishOptions } from "../terminal/options.ts";
import { requestOf, targetOf, type Warn } from "../terminal/publish.ts";
import type { Desk, DeskOutcome } from "./desk.ts";
import { keepWaiting } from "./kept-words.ts";

/** Words that a model proposes, as a change of the notice. */
export interface ProposedChange {
  next: (notice: Notice) => unknown;
  /** Each with its language, unless that is the notice's own. */
  hints: (Hint & { language?: string })[];
  /** How it was made, for the history: `translated with chat`. */
  how: string;
  warn: Warn;
}

/** The longest author before the words that say how the text was made, in characters, as in NOTICE_AUTHOR. */
const maxAuthorLength = 100;

/** Keeps the proposed notice in a file that `apply` takes. */
export function keepProposal({ base, kept }: Desk, next: ProposedChange["next"]): string {
  return kept.keep("proposal", textOf(next(base.notice)));
}

const textOf = (notice: unknown): string => `${JSON.stringify(documentOf(notice), null, 2)}\n`;

/** The notice in the order of its fields; an invalid notice stays unchanged. */
function documentOf(value: unknown): unknown {
  try {
    return JSON.parse(serialize(checkNotice(value)));
  } catch (error) {
    if (isNoticeError(error)) return value;
    throw error;
  }
}

/**
 * Publishes after the revision that the model was asked for, if a person has seen the hints and the difference and said
 * yes. If nobody can be asked, the proposal goes into a file.
 * @throws NoticeError PROPOSAL_DECLINED, FILE_UNWRITABLE, TOLD_…, and what `publish` throws
 */
export async function publishProposal(
  context: Context,
  options: PublishOptions,
  desk: Desk,
  { next, hints, how, warn }: ProposedChange,
): Promise<DeskOutcome> {
  const { base, told } = desk;
  const nextOf: NextNotice = (current) => next(current());
  const at = typedHere(context.now());
  const asked = requestOf(context, options, atRevision(base.number));
  const request = { ...asked, author: `${nameOf(context)} (${how})` };
  const preview = await publish(targetOf(context), { ...request, dryRun: true }, nextOf);
  for (const { language, detail } of hints)
    context.printError(`Hint${language === undefined ? "" : ` (${language})`}: ${detail}`);
  const outcome = { publication: preview, warn, more: { hints } };
  if (options.dryRun || preview.changes.length === 0) return outcome;
  if (!context.ask)
    return { ...outcome, waiting: keepWaiting(context, base.number, textOf(next(base.notice))) };
  const warnings = warn(preview, at, context.commandName);
  for (const line of [...differenceLines(preview.changes), ...warnings]) context.printError(line);
  const answer = await askUnlessTold(context, "Publish this? [y/N] ", told.signal);
  if (!/^y(?:es)?$/i.test(answer ?? "")) throw new NoticeError("PROPOSAL_DECLINED", {});
  told.signal.throwIfAborted();
  const publication = await unlessTold(told.signal, publish(targetOf(context), request, nextOf));
  return { ...outcome, publication };
}

/**
 * A person's answer without surrounding space; undefined if there is none.
 * @throws NoticeError TOLD_TO_END
 */
export async function askUnlessTold(
  { ask }: Pick<Context, "ask">,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted();
  try {
    return (await ask?.(question, signal))?.trim();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function nameOf({ author }: Pick<Context, "author">): string {
  return [...author()].slice(0, maxAuthorLength).join("");
}

/** Stops waiting if the command is told to end, although the publication cannot be undone. */
async function unlessTold<T>(signal: AbortSignal, publishing: Promise<T>): Promise<T> {
  const told = new Promise<never>((_, reject) => {
    const leave = () => reject(new NoticeError("TOLD_WHILE_PUBLISHING", {}));
    signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([publishing, told]);
}
