import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { withoutInvisible } from "../../api/assist/hints.ts";
import { type Proposal, proposeDraft, proposeTranslation } from "../../api/assist/propose.ts";
import { createTurns, mostProposalsAtOnce } from "../../schema/editor-api/turns.ts";
import { fileFault, isNoticeError, NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import { type LanguageTag, languageTags, means } from "../../schema/languages/tags.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { changeValues, translate } from "../../schema/words/change.ts";
import { warnOfDropped, warnOfStale } from "../../schema/words/warnings.ts";
import { type Texts, writtenTexts } from "../../schema/words/written-texts.ts";
import type { Context } from "../terminal/context.ts";
import { readStandardInput } from "../terminal/document.ts";
import { usage } from "../words/usage.ts";
import { type Desk, type ProposalOptions, type Proposed, writeProposal } from "./propose.ts";

/** The options of every command that drafts. */
export interface DraftOptions extends ProposalOptions {
  language?: LanguageTag;
  keepTranslations?: boolean;
}

/** More than the largest recording, in bytes, so that the check sees if a file is too large. */
const maxReadBytes = 26_000_000;

/** Has the notice's words drafted from a brief; `-` is standard input. */
export async function runDraft(context: Context, options: DraftOptions, given: string): Promise<void> {
  const brief = given === "-" ? await readStandardInput(context) : given;
  if (brief.trim() === "") throw usage("The brief is empty: say in a few words what happens.");
  await writeProposal(context, options, ["CHAT"], (desk) => {
    refuseUnfit(desk, options);
    return draft(desk, options, brief, "drafted with chat");
  });
}

/** Has a recording transcribed, keeps the transcript beside the file, and has the notice's words drafted from it. */
export async function runDictate(context: Context, options: DraftOptions, file: string): Promise<void> {
  const recording = await readRecording(context, file);
  await writeProposal(context, options, ["SPEECH", "CHAT"], async (desk) => {
    refuseUnfit(desk, options);
    const transcript = withoutInvisible(await desk.transcribe(recording), "").trim();
    if (transcript === "")
      throw new NoticeError("RECORDING_INVALID", { reason: "has no audible words: record it again" });
    context.printError(`Transcript: ${transcript}`);
    const kept = desk.keep(transcript);
    if (kept) context.printError(`It is in ${kept}, for \`${context.commandName} draft - < ${kept}\`.`);
    const proposed = await draft(desk, options, transcript, "dictated");
    return { ...proposed, more: { transcript } };
  });
}

/** Has the notice's words translated into the given languages, or into all that it has or had. */
export function runTranslate(
  context: Context,
  options: ProposalOptions,
  given: LanguageTag[] | "all",
): Promise<void> {
  const { commandName } = context;
  return writeProposal(context, options, ["CHAT"], async (desk) => {
    const tags = languagesFor(desk, given, commandName);
    const { proposals, errors } = await translateInto(desk, tags);
    const failedTags = tags.filter((tag) => errors.has(tag));
    const reasons = failedTags.map((tag) => `${errors.get(tag)?.messageFor(commandName)}`);
    const [first] = errors.values();
    // If all failed for the same reason, it is said once.
    if (first && proposals.size === 0 && new Set(reasons).size === 1) throw first;
    for (const [at, tag] of failedTags.entries())
      context.printError(`${tag}: not translated. ${reasons[at]}`);
    const failure = first && new NoticeError("TRANSLATIONS_FAILED", { tags: failedTags });
    if (failure && proposals.size === 0) throw failure;
    return {
      next: tags.reduce(
        (next, tag) => translate(next, tag, proposals.get(tag)?.words ?? {}) as Notice,
        desk.notice,
      ),
      hints: tags.flatMap((language) =>
        (proposals.get(language)?.hints ?? []).map((hint) => ({ language, ...hint })),
      ),
      how: "translated with chat",
      warn: warnOfStale,
      more: failure && { failed: Object.fromEntries(failedTags.map((tag, at) => [tag, reasons[at]])) },
      failure,
    };
  });
}

/** Refuses, before anything is sent, to keep translations that would not fit a new title and message. */
function refuseUnfit({ notice }: Desk, options: DraftOptions): void {
  checkNotice(changed(notice, { title: "-", message: "-" }, options));
}

async function draft(desk: Desk, options: DraftOptions, brief: string, how: string): Promise<Proposed> {
  const { language } = options;
  const examples = language === undefined ? [] : desk.voiceOf(language);
  const { words, hints } = await proposeDraft(desk.chat, { brief, language, examples });
  return {
    next: changed(desk.notice, words, options),
    hints,
    how,
    warn: (publication, _at, commandName) => [
      ...warnOfStale(publication),
      ...warnOfDropped(publication, commandName, "translate --all"),
    ],
  };
}

/** A notice with these words, and with the language that they were requested in. */
function changed(notice: Notice, words: Texts, { language, keepTranslations }: DraftOptions): unknown {
  const isSaid = language === undefined || means(notice.language, language);
  return changeValues(notice, { ...words, ...(!isSaid && { language }) }, keepTranslations);
}

async function readRecording({ pathOf }: Pick<Context, "pathOf">, file: string): Promise<File> {
  try {
    const bytes = await buffer(createReadStream(pathOf(file), { end: maxReadBytes }));
    return new File([new Uint8Array(bytes)], "recording");
  } catch (cause) {
    const reason = `${file} cannot be read (${fileFault(cause)}): give the path of a file that this user may read`;
    throw new NoticeError("RECORDING_INVALID", { reason }, { cause });
  }
}

function languagesFor(
  { notice, before }: Desk,
  given: LanguageTag[] | "all",
  command: string,
): LanguageTag[] {
  const had = { ...before?.translations, ...notice.translations };
  const isOwn = (tag: LanguageTag): boolean => means(notice.language, tag);
  const tags = given === "all" ? languageTags.filter((tag) => had[tag] && !isOwn(tag)) : given;
  const own = tags.find(isOwn);
  if (own) throw usage(`The notice itself is in ${notice.language}: leave ${own} out of --to.`);
  if (Object.keys(writtenTexts(notice)).length === 0)
    throw usage(`The notice has no text of its own to translate: write some with \`${command} set\` first.`);
  if (tags.length === 0)
    throw usage(
      `The notice has no translation, and had none before the last change: name the languages, as in \`${command} translate --to de,fr\`.`,
    );
  return tags;
}

/**
 * Requests each translation, some at once. Stops at the day's limit, and if the model fails before it has translated
 * anything: further requests would also fail, and each one counts.
 */
async function translateInto({ notice, chat, voiceOf }: Desk, tags: LanguageTag[]) {
  const [words, from] = [writtenTexts(notice), notice.language];
  const inTurn = createTurns(mostProposalsAtOnce);
  const proposals = new Map<LanguageTag, Proposal>();
  const errors = new Map<LanguageTag, NoticeError>();
  let vain: NoticeError | undefined;
  const translateOne = async (to: LanguageTag): Promise<void> => {
    try {
      if (vain) throw vain;
      proposals.set(to, await proposeTranslation(chat, { words, from, to, examples: voiceOf(to) }));
    } catch (error) {
      const isOfAll = proposals.size === 0 && isNoticeError(error, "MODEL_FAILED");
      if (isOfAll || isNoticeError(error, "LIMIT_REACHED")) vain = error;
      errors.set(to, toNoticeError(error));
    }
  };
  await Promise.all(tags.map((tag) => inTurn(() => translateOne(tag))));
  return { proposals, errors };
}
