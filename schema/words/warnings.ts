import { defaults } from "../notice/defaults.ts";
import { type Change, changedTranslations } from "../notice/difference.ts";
import type { Notice } from "../notice/notice.ts";
import { warnOfChangedContact } from "./contact.ts";
import { warnOfMarkup } from "./markup.ts";
import { warnOfChangedReturn } from "./typed-return/in-words.ts";
import type { TypedAt } from "./typed-return/meant-time.ts";
import { writtenTexts } from "./written-texts.ts";

/** A changed notice, and its changes. */
interface Changed {
  notice: Notice;
  changes: Change[];
}

/**
 * Warns of unchanged translations, a doubtful expected return, the example address and markup in a changed document.
 * Without `command`, the warnings name the fields.
 */
export function warnOfDocument(change: Changed, at: TypedAt, command?: string): string[] {
  return [
    ...warnOfStale(change),
    ...warnOfChangedReturn(change, at, command),
    ...warnOfChangedContact(change, command),
    ...warnOfMarkup(change, command),
  ];
}

/** The tags of the translations that stay as they are while the notice's own words change. */
export function staleTranslations({ notice, changes }: Changed): string[] {
  if (!changes.some(isOfOwnWords)) return [];
  const changed = changedTranslations(changes);
  return Object.keys(notice.translations ?? {}).filter((tag) => !changed.includes(tag));
}

/** Warns of translations that stay as they are while the notice's own words change. */
export function warnOfStale(change: Changed): string[] {
  const stale = staleTranslations(change);
  if (stale.length === 0) return [];
  return [
    `The words in ${stale.join(", ")} stay as they are, although the notice's own change: check that they still say the same.`,
  ];
}

/**
 * Warns of translations that are removed because the notice's own words change. `again` are the arguments of the
 * command that translates again.
 */
export function warnOfDropped({ notice, changes }: Changed, command: string, again = "set --lang"): string[] {
  const dropped = changedTranslations(changes).filter((tag) => !notice.translations?.[tag]);
  if (dropped.length === 0 || !changes.some(isOfOwnWords)) return [];
  return [
    `The words in ${dropped.join(", ")} are removed, because they translate the old text: translate again with \`${command} ${again}\`, or keep them with --keep-translations.`,
  ];
}

/** Whether a change is of the notice's own words; a time and the default title are not words of ops. */
function isOfOwnWords({ field, translation, after }: Change): boolean {
  return translation === undefined && field in writtenTexts({ ...defaults, [field]: after } as Notice);
}
