import { isDeepStrictEqual } from "node:util";
import type { Precondition } from "../../data/predecessor.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { type LanguageTag, means } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type Text, textNames } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/text.ts";
import { translate } from "../../schema/words/change.ts";
import { describeRefusal, judgeReturn } from "../../schema/words/typed-return.ts";
import { warnOfMarkup } from "../../schema/words/warnings.ts";
import { hasTimeShape, type Texts, writtenTexts } from "../../schema/words/written-texts.ts";
import type { Context } from "../terminal/context.ts";
import { flagOf, type PublishOptions } from "../terminal/options.ts";
import { publishAndReport } from "../terminal/publish.ts";
import { makeFile } from "../terminal/temporary-folder.ts";
import { type Settable, usage } from "./usage.ts";
import { type Given, readValues, refuseReturn } from "./values.ts";

/**
 * Writes a translation of the current notice. If somebody else changes the notice's words meanwhile, the translation is
 * not published, but kept in a file.
 * @throws NoticeError USAGE, EDIT_CONFLICT, and what `publish` throws
 */
export async function setTranslation(
  context: Context,
  tag: LanguageTag,
  given: Given,
  options: PublishOptions,
): Promise<void> {
  const texts = readTexts(given);
  const precondition: Precondition = (latest, first) => {
    refuseOwn(tag, latest.current());
    const [words, translated] = [latest, first].map(({ current }) => writtenTexts(current()));
    if (!isDeepStrictEqual(words, translated)) throw new NoticeError("WORDS_CHANGED", {});
  };
  try {
    await publishAndReport(
      context,
      options,
      (current, _store, at) => {
        const before = current().translations?.[tag];
        const { expectedReturn } = texts;
        if (expectedReturn !== undefined && !given.asGiven) {
          const judged = judgeReturn(expectedReturn, at, before?.expectedReturn);
          if (judged.kind === "time") throw refuseReturn(`${showValue(expectedReturn)} ${isOneTime}`);
          if (judged.kind === "refused") throw refuseReturn(describeRefusal(expectedReturn, judged));
        }
        refuseHalf(current(), { ...before, ...texts });
        return translate(current(), tag, texts);
      },
      {
        precondition,
        warn: (publication, _at, commandName) => warnOfMarkup(publication, commandName),
        judge: () => undefined,
      },
    );
  } catch (error) {
    throw isNoticeError(error) && error.exitCode === 3 ? keepTexts(context, error, tag, texts) : error;
  }
}

/** Options that a translation does not take, with the reason. */
const single: Record<Exclude<Settable, Text> | "clear", string> = {
  contactEmail: "is the same in every language",
  language: "sets the language of the notice itself",
  clear: "removes text of the notice itself",
};

const isOneTime = "is a time, and the page translates times itself: give it without --lang";

function readTexts(given: Given): Texts {
  for (const [name, reason] of Object.entries(single)) {
    if (given[name as keyof typeof single] !== undefined)
      throw usage(`--${flagOf(name)} ${reason}: give it without --lang.`);
  }
  if (textNames.every((name) => given[name] === undefined))
    throw usage(
      "A translation needs every text of the notice: give each with --title, --message or --expected-return.",
    );
  const texts = readValues(given) as Texts;
  if (texts.expectedReturn !== undefined && hasTimeShape(texts.expectedReturn))
    throw usage(`--expected-return ${isOneTime}.`);
  return texts;
}

function refuseOwn(tag: LanguageTag, { language }: Notice): void {
  if (means(language, tag))
    throw usage(`The notice itself is in ${language}: change its words without --lang.`);
}

/** @throws NoticeError USAGE if a translation lacks texts, with the options for all of them */
function refuseHalf(notice: Notice, translated: Texts): void {
  const written = writtenTexts(notice);
  const missing = textNames.filter((name) => written[name] !== undefined && translated[name] === undefined);
  if (missing.length === 0) return;
  const flags = missing.map((name) => `--${flagOf(name)}`).join(" and ");
  throw usage(`A translation needs every text of the notice: give ${flags} as well.`);
}

/** Adds the path of the kept words to the error's message: work must not be lost. */
function keepTexts({ commandName }: Context, cause: NoticeError, tag: string, texts: Texts): NoticeError {
  const file = makeFile(`${tag}.json`, `${JSON.stringify(texts, null, 2)}\n`);
  return new NoticeError("EDIT_CONFLICT", { reason: cause.messageFor(commandName), file }, { cause });
}
