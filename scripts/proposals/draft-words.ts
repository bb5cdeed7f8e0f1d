import { proposeDraft } from "../../api/assist/draft.ts";
import type { Publication } from "../../data/publish.ts";
import { proposalRequestSchema } from "../../schema/editor-api/proposals.ts";
import { means } from "../../schema/languages/tags.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { changeValues } from "../../schema/words/change.ts";
import type { TypedAt } from "../../schema/words/typed-return.ts";
import { warnOfDropped, warnOfStale } from "../../schema/words/warnings.ts";
import type { Texts } from "../../schema/words/written-texts.ts";
import type { Context } from "../terminal/context.ts";
import { usage } from "../words/usage.ts";
import { askModels, type Desk, type DeskOutcome } from "./desk.ts";
import type { DraftOptions } from "./needed-models.ts";
import { keepProposal, publishProposal } from "./publish-proposal.ts";

const { maxLength } = proposalRequestSchema.oneOf[1].properties.draft.properties.brief;

/** Refuses a brief that is empty, or too long for a model. @throws NoticeError USAGE */
export function refuseWrongBrief(brief: string): void {
  if (brief.trim() === "") throw usage("The brief is empty: say in a few words what happens.");
  if (brief.length > maxLength)
    throw usage(`The brief has more than ${maxLength} characters: say in fewer words what happens.`);
}

/**
 * Refuses, before anything is sent, to keep translations that would not fit a new title and message.
 * @throws NoticeError TRANSLATIONS_INCOMPLETE, NOTICE_INVALID
 */
export function refuseUnfit({ base }: Pick<Desk, "base">, options: DraftOptions): void {
  checkNotice(changed(base.notice, { title: "-", message: "-" }, options));
}

/** Has a title and a message drafted, and publishes them as `set` does. */
export async function draftWords(
  context: Context,
  options: DraftOptions,
  desk: Desk,
  { brief, how }: { brief: string; how: string },
): Promise<DeskOutcome> {
  const { language } = options;
  const { chat, voiceOf, told } = desk;
  const examples = language === undefined ? [] : voiceOf(language);
  told.signal.throwIfAborted();
  const { words, hints } = await proposeDraft(chat, { brief, language, examples });
  const next = (notice: Notice) => changed(notice, words, options);
  keepProposal(desk, next);
  return publishProposal(context, options, desk, { next, hints, how, warn: warnOfDraft });
}

/** A notice with these words, and with the language that they were requested in. */
function changed(notice: Notice, words: Texts, { language, keepTranslations }: DraftOptions): unknown {
  const isSaid = language === undefined || means(notice.language, language);
  return changeValues(notice, { ...words, ...(!isSaid && { language }) }, keepTranslations);
}

function warnOfDraft(publication: Publication, _at: TypedAt, commandName: string): string[] {
  return [...warnOfStale(publication), ...warnOfDropped(publication, commandName, "translate --all")];
}

/** Has the notice's words drafted from a brief, and publishes them. */
export function runDraft(context: Context, options: DraftOptions, brief: string): Promise<void> {
  const prepare = () => refuseWrongBrief(brief);
  return askModels(context, options, ["CHAT"], prepare, (desk) => {
    refuseUnfit(desk, options);
    desk.kept.keep("brief", `${brief}\n`);
    return draftWords(context, options, desk, { brief, how: "drafted with chat" });
  });
}
