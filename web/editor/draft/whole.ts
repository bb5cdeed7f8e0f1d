import type { Fault } from "../../../schema/errors/fault.ts";
import { namesIn } from "../../../schema/json/pointer.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { findNoticeErrors } from "../../../schema/notice/faults/notice-errors.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { documentOf } from "./document.ts";
import type { Draft } from "./draft.ts";

/**
 * A draft's document with its faulty parts replaced, so that the preview can show it. They come from the last notice,
 * or are left out if they do not fit the rest. If the last notice breaks a newer limit, they come from the default one,
 * and all translations are left out.
 */
export function wholeOf(draft: Draft, faults: Fault[], last: Notice): Notice {
  const document = documentOf(draft);
  const parts = faults.map(({ pointer }) => namesIn(pointer));
  const { isEnabled, title, contactEmail } = last;
  const { translations: _, ...own } = last;
  const { translations: __, ...untranslated } = document;
  const isWhole = (notice: Notice): boolean => findNoticeErrors(notice).length === 0;
  return (
    [last, own, { isEnabled, title, contactEmail }]
      .map((source) => mend(document, parts, source))
      .find(isWhole) ?? mend(untranslated, parts, defaults)
  );
}

/** A document with some parts of another. */
function mend(document: Notice, parts: string[][], source: Notice): Notice {
  const translations = { ...document.translations };
  const own: Partial<Notice> = { ...document };
  for (const [field, tag] of parts) {
    if (field !== "translations")
      Object.assign(own, { [field as keyof Notice]: source[field as keyof Notice] });
    else
      Object.assign(translations, { [tag ?? ""]: source.translations?.[tag as keyof typeof translations] });
  }
  return withoutAbsent({ ...own, translations: withoutAbsent(translations) }) as Notice;
}

/** The defined members of an object; undefined if it has none. */
function withoutAbsent(value: object): object | undefined {
  const present = Object.entries(value).filter(([, part]) => part !== undefined);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}
