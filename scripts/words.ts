import { isDeepStrictEqual } from "node:util";
import type { Precondition } from "../data/publish.ts";
import { warnOfMarkup } from "../schema/advice/advice.ts";
import { describeRefusal, judgeReturn } from "../schema/advice/typed-return.ts";
import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import {
  canonicalTag,
  type LanguageTag,
  languageTags,
  lookUpTag,
  means,
  nearestTag,
} from "../schema/languages/tags.ts";
import { type Notice, optionalFields } from "../schema/notice/notice.ts";
import { type Text, textNames } from "../schema/notice/texts.ts";
import {
  hasTimeShape,
  type Texts,
  translate,
  type Values,
  visitorWords,
  writtenTexts,
} from "../schema/notice/translations.ts";
import { showValue } from "../schema/text/text.ts";
import type { Context } from "./terminal/context.ts";
import { makeFile } from "./terminal/files.ts";
import { flagOf, type PublishOptions, type Settable, settable, usage } from "./terminal/options.ts";
import { publishAndReport } from "./terminal/publish.ts";

export type Given = Partial<Record<Settable, string>> & { clear?: string; asGiven?: boolean };

const clearable = settable.filter((field) => optionalFields.includes(field));

/**
 * The values of a command's options. Undefined removes a field.
 * @throws NoticeError USAGE
 */
export function readValues(given: Given): Values {
  const named = settable.filter((field) => given[field] !== undefined);
  const cleared = readCleared(given.clear);
  const both = cleared.find((field) => named.includes(field));
  if (both)
    throw usage(
      `--${flagOf(both)} and --clear ${flagOf(both)} contradict each other: give only one of them.`,
    );
  return Object.fromEntries([
    ...named.map((field) => [field, readValue(field, given[field] ?? "")]),
    ...cleared.map((field) => [field, undefined]),
  ]);
}

/** The error for an expected return that cannot be published, as a sentence says. */
export function refuseReturn(sentence: string): NoticeError {
  return usage(`--expected-return ${sentence}, or publish it as it is with --as-given.`);
}

function readValue(field: Settable, value: string): string {
  if (value.includes("\ufffd")) throw usage(`--${flagOf(field)} is not UTF-8: set your terminal to UTF-8.`);
  return field === "language" ? (canonicalTag(value) ?? value) : value;
}

function readCleared(list: string | undefined): Settable[] {
  if (list === undefined) return [];
  return list.split(",").map((entry) => {
    const name = entry.trim();
    const field = settable.find((candidate) => candidate === name || flagOf(candidate) === name);
    if (field && clearable.includes(field)) return field;
    throw usage(
      field
        ? `${flagOf(field)} cannot be cleared, because every notice needs it: give a new one with --${flagOf(field)}.`
        : `--clear does not know ${JSON.stringify(name)}: give any of ${clearable.map(flagOf).join(", ")}, separated by commas.`,
    );
  });
}

export const clearableFlags = clearable.map(flagOf);

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

/** What a visitor reads, and in which languages. */
export interface Visit {
  page: LanguageTag;
  /** The language of the notice's words; absent if it is unknown, or if all words are the page's own. */
  language?: string;
  title: string;
  message: string;
  expectedReturn?: string;
  contactEmail: string;
}

/** What a visitor with this language reads. Loads the page's own sentences on demand. */
export async function visitOf(notice: Notice, page: LanguageTag): Promise<Visit> {
  const { locales } = await import("../web/render.tsx");
  const locale = locales.find(({ tag }) => tag === page) ?? locales[0];
  const { texts, language } = visitorWords(notice, locale);
  const { title, message } = { ...locale.strings, ...texts };
  const expectedReturn = texts.expectedReturn ?? notice.expectedReturn;
  return {
    page,
    ...(language !== undefined && { language }),
    title,
    message,
    ...(expectedReturn !== undefined && { expectedReturn }),
    contactEmail: notice.contactEmail,
  };
}

/** The languages of a visit in a sentence. `command` is the name of the command for the reader. */
export function describeLanguages(notice: Notice, { page, language }: Visit, command: string): string {
  const hasWords = Object.keys(writtenTexts(notice)).length > 0;
  if (!hasWords) return `The page is in ${page}, and has only its default text.`;
  return language === undefined
    ? `The page is in ${page}. The notice does not state its language: set it with \`${command} set --language\`.`
    : `The page is in ${page}, and your text on it is in ${language}.`;
}

/**
 * The page's language for a language tag such as `de-AT`.
 * @throws NoticeError USAGE, with the nearest language
 */
export function readLanguage(option: string, given: string): LanguageTag {
  const tag = lookUpTag(given.trim());
  if (tag) return tag;
  const nearest = nearestTag(given.trim());
  const others = nearest ? `did you mean ${nearest}?` : `give one of ${languageTags.join(", ")}.`;
  throw usage(`${option} ${JSON.stringify(given)} is not one of the page's languages: ${others}`);
}

export function readLanguages(option: string, list: string): LanguageTag[] {
  return [...new Set(list.split(",").map((given) => readLanguage(option, given)))];
}
