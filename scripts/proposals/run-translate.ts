import { proposeTranslation } from "../../api/assist/translate.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { type LanguageTag, languageTags, means } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { translate } from "../../schema/words/change.ts";
import { warnOfStale } from "../../schema/words/warnings.ts";
import { writtenTexts } from "../../schema/words/written-texts.ts";
import type { Context } from "../terminal/context.ts";
import type { PublishOptions } from "../terminal/options.ts";
import { usage } from "../words/usage.ts";
import { askModels, type Desk } from "./desk.ts";
import { keepProposal, publishProposal } from "./publish-proposal.ts";
import { askForTranslations, type ProposedTranslations } from "./translations.ts";

/** Has the notice's own words translated, into these languages or into all that it has or had, and publishes them. */
export function runTranslate(
  context: Context,
  options: PublishOptions,
  tags: LanguageTag[] | "all",
): Promise<void> {
  return askModels(
    context,
    options,
    ["CHAT"],
    () => {},
    async (desk) => {
      const wanted = tags === "all" ? allOf(desk.base, context.commandName) : tags;
      const { proposals, failures } = await propose(context, desk, wanted);
      const failure = tellFailures(context, failures, proposals.size > 0);
      if (failure && proposals.size === 0) throw failure;
      const hints = [...proposals].flatMap(([language, proposal]) =>
        proposal.hints.map((hint) => ({ language, ...hint })),
      );
      const { more, ...outcome } = await publishProposal(context, options, desk, {
        next: (notice) => translated(notice, proposals),
        hints,
        how: "translated with chat",
        warn: warnOfStale,
      });
      const failed = [...failures].map(([tag, error]) => [tag, error.messageFor(context.commandName)]);
      return {
        ...outcome,
        more: { ...more, ...(failure && { failed: Object.fromEntries(failed) }) },
        failure,
      };
    },
  );
}

async function propose(context: Context, desk: Desk, tags: LanguageTag[]): Promise<ProposedTranslations> {
  const { base, chat, told, voiceOf } = desk;
  const words = writtenTexts(base.notice);
  const from = base.notice.language;
  const own = tags.find((tag) => means(from, tag));
  if (own) throw usage(`The notice itself is in ${from}: leave ${own} out of --to.`);
  if (Object.keys(words).length === 0)
    throw usage(
      `The notice has no words of its own to translate: write them with \`${context.commandName} set\` first.`,
    );
  return askForTranslations(
    tags,
    (to) => proposeTranslation(chat, { words, from, to, examples: voiceOf(to) }),
    told.signal,
    (proposals) => {
      keepProposal(desk, (notice) => translated(notice, proposals));
      // Who waits at a terminal sees that it goes on.
      if (context.ask) context.printError(`${proposals.size} of ${tags.length} translated.`);
    },
  );
}

/** A notice with the translations that were proposed, in the place of those that it had. */
function translated(notice: Notice, proposals: ProposedTranslations["proposals"]): unknown {
  return [...proposals].reduce<Notice>(
    (next, [tag, { words }]) => translate(next, tag, words) as unknown as Notice,
    notice,
  );
}

function allOf({ notice, before }: Desk["base"], commandName: string): LanguageTag[] {
  const had = { ...before?.translations, ...notice.translations };
  const tags = languageTags.filter((tag) => had[tag] && !means(notice.language, tag));
  if (tags.length === 0)
    throw usage(
      `There is no translation now, and none before the last change: name the languages, as in \`${commandName} translate --to de,fr\`.`,
    );
  return tags;
}

/** Says why some translations are missing, each reason once; gives the error that the command ends with. */
function tellFailures(
  { commandName, printError }: Context,
  failures: ProposedTranslations["failures"],
  isPart: boolean,
): NoticeError | undefined {
  const reasons = new Map<string, LanguageTag[]>();
  for (const [tag, error] of failures) {
    const reason = error.messageFor(commandName);
    reasons.set(reason, [...(reasons.get(reason) ?? []), tag]);
  }
  const [first] = failures.values();
  // What holds for all of them is the command's own error.
  if (!first || (!isPart && reasons.size === 1)) return first;
  for (const [reason, tags] of reasons) printError(`${tags.join(", ")}: not translated. ${reason}`);
  return new NoticeError("TRANSLATIONS_FAILED", { tags: [...failures.keys()] });
}
