import type { Objection } from "../../api/assist/proposal.ts";
import { atRevision } from "../../data/precondition.ts";
import { type NextNotice, type Publication, publish } from "../../data/publish.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import { differenceLines } from "../../schema/notice/difference.ts";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import type { Context } from "../terminal/context.ts";
import { typingAt } from "../terminal/expected-return.ts";
import { requestOf, targetOf, type Warn } from "../terminal/publish.ts";
import type { Desk } from "./desk.ts";
import type { ProposalOptions } from "./needed-models.ts";

/** Words that a model proposes, as a change of the notice. */
export interface ProposedChange {
  next: (notice: Notice) => unknown;
  /** Each with the language that it is about, if that is not the notice's own. */
  objections: (Objection & { language?: string })[];
  /** How it was made, for the history: `translated with chat`. */
  how: string;
  warn: Warn;
}

/** The longest name in the history that stands before how its words were made, in characters, as NOTICE_AUTHOR has it. */
const maxAuthorLength = 100;

/** Keeps what a notice will be as a file that `apply` takes. */
export function keepProposal({ base, kept }: Desk, next: ProposedChange["next"]): string {
  return kept.keep("proposal", `${JSON.stringify(documentOf(next(base.notice)), null, 2)}\n`);
}

/** In the order of a notice's fields; one that is refused is kept as it is. */
function documentOf(value: unknown): unknown {
  try {
    return JSON.parse(serialize(checkNotice(value)));
  } catch (error) {
    if (isNoticeError(error)) return value;
    throw error;
  }
}

/**
 * Publishes on top of the revision that was there before the model was asked, once a person has seen the objections and
 * the difference and said yes, or said so before and nothing is objected to.
 * @throws NoticeError PROPOSAL_DECLINED, PROPOSAL_DISPUTED, TOLD_…, and what `publish` throws
 */
export async function publishProposal(
  context: Context,
  options: ProposalOptions,
  desk: Desk,
  { next, objections, how, warn }: ProposedChange,
): Promise<Publication> {
  const { base, told } = desk;
  const nextOf: NextNotice = (current) => next(current());
  const asked = { ...requestOf(context, options, atRevision(base.number)), typedAt: typingAt(context) };
  const request = { ...asked, author: `${nameOf(context)} (${how})` };
  const preview = await publish(targetOf(context), { ...request, dryRun: true }, nextOf);
  for (const { language, detail } of objections)
    context.printError(`Objection${language === undefined ? "" : ` (${language})`}: ${detail}`);
  if (options.dryRun || preview.changes.length === 0) return preview;
  if (options.yes) {
    if (objections.length > 0) throw new NoticeError("PROPOSAL_DISPUTED", {});
  } else {
    const warnings = warn(preview, typingAt(context), context.commandName);
    for (const line of [...differenceLines(preview.changes), ...warnings]) context.printError(line);
    const answer = await askUnlessTold(context, "Publish this? [y/N] ", told.signal);
    if (!/^y(?:es)?$/i.test(answer ?? "")) throw new NoticeError("PROPOSAL_DECLINED", {});
  }
  told.signal.throwIfAborted();
  return unlessTold(told.signal, publish(targetOf(context), request, nextOf));
}

/**
 * What a person answers, without the space around it; undefined where they do not.
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

/** What is under way cannot be taken back, but whoever wants to end need not wait for it. */
async function unlessTold<T>(signal: AbortSignal, publishing: Promise<T>): Promise<T> {
  const told = new Promise<never>((_, reject) => {
    const leave = () => reject(new NoticeError("TOLD_WHILE_PUBLISHING", {}));
    signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([publishing, told]);
}
