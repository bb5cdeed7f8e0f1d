import { NoticeError } from "../errors/notice-error.ts";
import { changedFields, difference } from "../notice/difference.ts";
import { secondsUntilReturn } from "../notice/expected-return.ts";
import { type Field, fields, type Notice, normalizeText } from "../notice/notice.ts";
import { type Text, textNames } from "../notice/texts.ts";
import { fitTranslations, type Texts, withTranslations, writtenTexts } from "./written-texts.ts";

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
