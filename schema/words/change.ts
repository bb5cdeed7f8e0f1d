import { NoticeError } from "../errors/notice-error.ts";
import { changedFields, difference } from "../notice/difference.ts";
import { secondsUntilReturn } from "../notice/expected-return.ts";
import { normalizeText } from "../notice/normalize.ts";
import { type Field, fields, type Notice } from "../notice/notice.ts";
import { type Text, textNames } from "../notice/texts.ts";
import { fitTranslations, pick, type Texts, withTranslations, writtenTexts } from "./written-texts.ts";

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
  if (added) refuseIncomplete(Object.keys(translations), added);
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
    if (!left[tag]) throw new NoticeError("USAGE", { reason: noTranslation(tag, Object.keys(left)) });
    delete left[tag];
  }
  return withTranslations(notice, left);
}

/**
 * A notice after an outage, not checked yet: each of these fields (`title`, `translations.de`) as in an earlier notice.
 * An expected return goes if it was set since, or has passed. Translations lose a text that goes, and are left out if
 * they would lack one.
 */
export function restoreFields(current: Notice, before: Notice, names: string[], now: Date) {
  const from = (name: string): Notice => (names.includes(name) ? before : current);
  const next: Values = Object.fromEntries(fields.map((field) => [field, from(field)[field]]));
  const hasPassed = (secondsUntilReturn(next as Notice, now.getTime()) ?? 1) <= 0;
  if (hasPassed || next.expectedReturn !== before.expectedReturn) next.expectedReturn = undefined;
  const written = Object.keys(writtenTexts(next as Notice)) as Text[];
  const [leftOut, kept]: [string[], { [tag: string]: Texts }] = [[], {}];
  for (const tag of Object.keys({ ...current.translations, ...before.translations })) {
    const texts = from(`translations.${tag}`).translations?.[tag];
    if (texts && written.some((name) => texts[name] === undefined)) leftOut.push(tag);
    else if (texts) kept[tag] = pick(texts, written);
  }
  const notice = withTranslations(withoutUndefined(next), kept);
  const restored = [...names, ...changedFields(difference(current, notice as Notice))];
  const stays = changedFields(difference(before, current)).filter((name) => !restored.includes(name));
  const remarks = leftOut.length > 0 ? [`Left out, because text is missing: ${leftOut.join(", ")}.`] : [];
  if (stays.length > 0) remarks.push(`Changed since then, and kept: ${stays.join(", ")}.`);
  return { notice, remarks };
}

function noTranslation(tag: string, others: string[]): string {
  return `The notice has no translation ${tag}: ${others.length > 0 ? `it has ${others.join(", ")}` : "it has none at all"}.`;
}

function refuseIncomplete(tags: string[], text: Text): void {
  if (tags.length === 0) return;
  throw new NoticeError("TRANSLATIONS_INCOMPLETE", { tags, text });
}

function withoutUndefined(value: Values): Values {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}
