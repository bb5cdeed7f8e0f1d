import { NoticeError } from "../errors/notice-error.ts";
import type { Sibling } from "../languages/tags.ts";
import { timeShape } from "../text/text.ts";
import { defaults } from "./defaults.ts";
import { changedFields, difference } from "./difference.ts";
import { secondsUntilReturn } from "./expected-return.ts";
import { type Field, fields, type Notice, normalizeText, type Translations } from "./notice.ts";
import { type Text, textNames } from "./texts.ts";

/** Texts that ops wrote. */
export type Texts = { readonly [T in Text]?: string };

const time = new RegExp(timeShape);

/** Whether a text has the shape of a time, which no translation may have: it is the same in every language. */
export const hasTimeShape = (text: string): boolean => time.test(text);

/** The texts that ops wrote in the notice itself, without the default title and times, which the page translates. */
export function writtenTexts({ title, message, expectedReturn }: Notice): Texts {
  return {
    ...(title !== defaults.title && { title }),
    ...(message !== undefined && { message }),
    ...(expectedReturn !== undefined && !hasTimeShape(expectedReturn) && { expectedReturn }),
  };
}

/** A notice whose translations have only the texts that it has itself. */
export function fitTranslations(notice: Notice): Notice {
  const { translations = {} } = notice;
  const written = Object.keys(writtenTexts(notice)) as Text[];
  const kept = Object.entries(translations).map(([tag, texts]) => [tag, pick(texts, written)]);
  return withTranslations(notice, Object.fromEntries(kept));
}

/** A notice with these translations, except empty ones; without the field if none is left. */
function withTranslations<V extends { translations?: unknown }>(
  notice: V,
  translations: Translations,
): Omit<V, "translations"> {
  const { translations: _, ...rest } = notice;
  const left = Object.entries(translations).filter(([, texts]) => Object.keys(texts).length > 0);
  return left.length === 0 ? rest : { ...rest, translations: Object.fromEntries(left) };
}

function pick(texts: Texts, names: Text[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name as Text)));
}

/** The texts that ops wrote for a visitor. The page's own sentences are elsewhere. */
interface VisitorWords {
  /** The title, the message and a textual expected return, if ops wrote them. */
  texts: Texts;
  /** The language of the texts, as a BCP 47 tag; undefined if ops did not say, or wrote no texts. */
  language: string | undefined;
}

/** The language of a visitor's page. The browser gets the sibling with it, because it has no list of languages. */
export interface PageLanguage {
  tag: string;
  sibling?: Sibling | undefined;
}

/**
 * The words for a visitor whose page is in a language: a translation into it, else into its sibling (the other Portuguese,
 * never another script), else the notice's own. A notice that is in the page's language itself comes before a sibling.
 */
export function visitorWords(notice: Notice, { tag, sibling }: PageLanguage): VisitorWords {
  const { language, translations = {} } = notice;
  const texts = writtenTexts(notice);
  if (Object.keys(texts).length === 0) return { texts, language: undefined };
  const own = translations[tag];
  if (own) return { texts: own, language: tag };
  const other = sibling && !new RegExp(sibling.after).test(language ?? "") && translations[sibling.tag];
  return other ? { texts: other, language: sibling.tag } : { texts, language };
}

/** Values for fields of a notice, not checked yet; undefined removes a field. */
export type Values = { [F in Field]?: unknown };

/**
 * A notice with some values changed, not checked yet. A new or changed text removes the translations, unless
 * `keepTranslations` is set. A removed text is removed from every translation.
 * @throws NoticeError TRANSLATIONS_INCOMPLETE if a translation that is to be kept would lack a text
 */
export function changeValues(notice: Notice, values: Values, keepTranslations = false): Values {
  const { translations = {} } = notice;
  const next = withoutUndefined({ ...notice, ...values });
  const [before, after] = [writtenTexts(notice), writtenTexts(next as Notice)];
  const written = textNames.filter((name) => after[name] !== undefined);
  const isChanged = written.some((name) => normalizeText(after[name] ?? "", name) !== before[name]);
  if (isChanged && !keepTranslations) return withTranslations(next, {});
  const added = written.find((name) => before[name] === undefined);
  const tags = Object.keys(translations);
  if (added && tags.length > 0) throw new NoticeError("TRANSLATIONS_INCOMPLETE", { tags, text: added });
  return fitTranslations({ ...next, translations } as Notice);
}

/** A notice with texts of one translation changed or added, not checked yet. */
export function translate(notice: Notice, tag: string, texts: Texts): Values {
  const { translations = {} } = notice;
  return withTranslations(notice, { ...translations, [tag]: { ...translations[tag], ...texts } });
}

/** A notice without some of its translations. @throws NoticeError USAGE for one that it does not have */
export function removeTranslations(notice: Notice, tags: string[]): Notice {
  const left = { ...notice.translations };
  for (const tag of tags) {
    const others = Object.keys(left).join(", ") || "none at all";
    const reason = `The notice has no translation ${tag}: it has ${others}.`;
    if (!left[tag]) throw new NoticeError("USAGE", { reason });
    delete left[tag];
  }
  return withTranslations(notice, left);
}

/** A notice after an outage, not checked yet: these fields (`title`, `translations.de`) are as in an earlier notice. */
export function restoreFields(current: Notice, before: Notice, names: string[], now: Date) {
  const from = (name: string): Notice => (names.includes(name) ? before : current);
  const next: Values = Object.fromEntries(fields.map((field) => [field, from(field)[field]]));
  // An expected return was for this outage if it was set since.
  const hasPassed = (secondsUntilReturn(next as Notice, now.getTime()) ?? 1) <= 0;
  if (hasPassed || next.expectedReturn !== before.expectedReturn) next.expectedReturn = undefined;
  const written = Object.keys(writtenTexts(next as Notice)) as Text[];
  const [leftOut, kept]: [string[], { [tag: string]: Texts }] = [[], {}];
  for (const tag of Object.keys({ ...current.translations, ...before.translations })) {
    const texts = from(`translations.${tag}`).translations?.[tag];
    if (texts && written.some((name) => texts[name] === undefined)) leftOut.push(tag);
    else if (texts) kept[tag] = texts;
  }
  const notice = fitTranslations(withoutUndefined({ ...next, translations: kept }) as Notice);
  const restored = [...names, ...changedFields(difference(current, notice))];
  const stays = changedFields(difference(before, current)).filter((name) => !restored.includes(name));
  const left = leftOut.length > 0 ? `Left out, because text is missing: ${leftOut.join(", ")}. ` : "";
  return { notice, remark: `${left}Changed since then, and kept: ${stays.join(", ") || "nothing"}.` };
}

function withoutUndefined(value: Values): Values {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}
