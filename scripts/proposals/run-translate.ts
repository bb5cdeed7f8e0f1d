import type { Proposal } from "../../api/assist/proposal.ts";
import { proposeTranslation } from "../../api/assist/translate.ts";
import { isNoticeError, NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
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

/** How many requests are sent at once. */
const maxAtOnce = 3;

/** Has the notice's words translated into the given languages, or into all that it has or had, and publishes them. */
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
      `The notice has no text of its own to translate: write some with \`${context.commandName} set\` first.`,
    );
  return askForTranslations(
    tags,
    (to) => proposeTranslation(chat, { words, from, to, examples: voiceOf(to) }),
    told.signal,
    (proposals) => {
      keepProposal(desk, (notice) => translated(notice, proposals));
      // Shows progress to people at a terminal.
      if (context.ask) context.printError(`${proposals.size} of ${tags.length} translated.`);
    },
  );
}

/** A notice with the proposed translations in the place of its own. */
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
      `The notice has no translation, and had none before the last change: name the languages, as in \`${commandName} translate --to de,fr\`.`,
    );
  return tags;
}

/** Prints why translations are missing, each reason once. Returns the error for the end of the command. */
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
  // If every language failed for one reason, that is the command's own error.
  if (!first || (!isPart && reasons.size === 1)) return first;
  for (const [reason, tags] of reasons) printError(`${tags.join(", ")}: not translated. ${reason}`);
  return new NoticeError("TRANSLATIONS_FAILED", { tags: [...failures.keys()] });
}

/** The proposed translations, and the errors of the other languages. */
interface ProposedTranslations {
  proposals: Map<LanguageTag, Proposal>;
  failures: Map<LanguageTag, NoticeError>;
}

/**
 * Requests each translation, three at once. Stops at the day's limit, or if the first three all fail in the same way:
 * further requests would also fail, and each one counts.
 * @throws the reason of the signal
 */
async function askForTranslations(
  tags: LanguageTag[],
  ask: (tag: LanguageTag) => Promise<Proposal>,
  signal: AbortSignal,
  proposed: (proposals: ProposedTranslations["proposals"]) => void,
): Promise<ProposedTranslations> {
  const proposals: ProposedTranslations["proposals"] = new Map();
  const failures: ProposedTranslations["failures"] = new Map();
  const left = [...tags];
  const takeNext = async (): Promise<void> => {
    for (let tag = left.shift(); tag !== undefined; tag = left.shift()) {
      const vain = findVain(proposals, failures);
      if (vain) {
        failures.set(tag, vain);
        continue;
      }
      const proposal = await ask(tag).catch((error: unknown) => {
        signal.throwIfAborted();
        failures.set(tag, toNoticeError(error));
      });
      if (!proposal) continue;
      proposals.set(tag, proposal);
      proposed(proposals);
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, takeNext));
  return { proposals: inOrder(tags, proposals), failures: inOrder(tags, failures) };
}

/** The failure that all further requests would have. */
function findVain({ size }: ProposedTranslations["proposals"], failures: ProposedTranslations["failures"]) {
  const all = [...failures.values()];
  const reached = all.find((error) => isNoticeError(error, "LIMIT_REACHED"));
  const isVain =
    size === 0 && all.length >= maxAtOnce && new Set(all.map(({ message }) => message)).size === 1;
  return reached ?? (isVain ? all[0] : undefined);
}

function inOrder<T>(tags: LanguageTag[], found: Map<LanguageTag, T>): Map<LanguageTag, T> {
  return new Map([...found].sort(([one], [other]) => tags.indexOf(one) - tags.indexOf(other)));
}
