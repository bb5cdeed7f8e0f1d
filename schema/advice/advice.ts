import { defaultMessage, defaults } from "../notice/defaults.ts";
import { type Change, changedTranslations } from "../notice/difference.ts";
import { findOverdue, secondsUntilReturn } from "../notice/expected-return.ts";
import type { Notice } from "../notice/notice.ts";
import { textNames } from "../notice/texts.ts";
import { writtenTexts } from "../notice/translations.ts";
import { dayMs } from "../text/minute.ts";
import { escapeUnits, shorten } from "../text/text.ts";
import { durationInWords } from "../time/time.ts";
import { farAheadMs, type TypedAt } from "./typed-return.ts";

interface Changed {
  notice: Notice;
  changes: Change[];
}

/**
 * Warns of unchanged translations, a time that has passed or is far ahead, the example address and markup in a changed
 * document.
 * Without `command`, the warnings name the fields.
 */
export function warnOfDocument(change: Changed, at: TypedAt, command?: string): string[] {
  return [
    ...warnOfStale(change),
    ...warnOfTime(change, at, command),
    ...warnOfChangedContact(change, command),
    ...warnOfMarkup(change, command),
  ];
}

/**
 * Warns of an expected return that has passed, is far ahead or contradicts the page's own message, which says "shortly",
 * if either changed.
 */
export function warnOfTime({ notice, changes }: Changed, { now }: TypedAt, command?: string): string[] {
  const isChanged = (name: string): boolean =>
    changes.some(({ field, translation }) => field === name && translation === undefined);
  const name = command === undefined ? '"expectedReturn"' : "The expected return";
  const ahead = (secondsUntilReturn(notice, now) ?? 0) * 1000;
  const warnings: string[] = [];
  if (isChanged("expectedReturn")) {
    warnings.push(findOverdue(notice, now, command)?.message ?? "");
    if (ahead > farAheadMs)
      warnings.push(
        `${name} is more than fourteen days ahead (in ${durationInWords(ahead)}): check the date.`,
      );
  }
  if (isHardlyShortly(notice, now) && (isChanged("expectedReturn") || isChanged("message"))) {
    const wayOut =
      command === undefined ? 'write your own "message"' : `say more with \`${command} set --message\``;
    warnings.push(
      `The page's own message says "shortly", but ${name.replace("The", "the")} is more than a day ahead: ${wayOut}.`,
    );
  }
  return warnings.filter((warning) => warning !== "");
}

/** Whether the page's own message, which says "shortly", stands beside an expected return more than a day ahead. */
export function isHardlyShortly(notice: Notice, now: number): boolean {
  const { message = defaultMessage } = notice;
  return message === defaultMessage && (secondsUntilReturn(notice, now) ?? 0) * 1000 > dayMs;
}

/** The tags of the translations that stay as they are while the notice's own words change. */
function staleTranslations({ notice, changes }: Changed): string[] {
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

/**
 * Warns if the notice still has the example address, perhaps with the default message. `command` is the name of the
 * command for the reader; without it, the sentence names only the field.
 */
export function findPlaceholderContact(
  { contactEmail, message }: Pick<Notice, "contactEmail" | "message">,
  command?: string,
): string | undefined {
  if (contactEmail.toLowerCase() !== defaults.contactEmail) return undefined;
  if (message === undefined && command !== undefined)
    return `The notice speaks of scheduled maintenance and names ${contactEmail}: set both with \`${command} set --message TEXT --contact-email ADDRESS\`.`;
  const fault =
    "an example that nobody reads, and visitors who need help write to it: give an address that somebody reads";
  return command === undefined
    ? `"contactEmail" is ${contactEmail}, which is ${fault}.`
    : `${contactEmail} is ${fault} with \`${command} set --contact-email\`.`;
}

function warnOfChangedContact(
  { notice, changes }: { notice: Notice; changes: Change[] },
  command?: string,
): string[] {
  const placeholder = findPlaceholderContact(notice, command);
  const isChanged = changes.some(({ field, before }) => field === "contactEmail" && before !== undefined);
  return isChanged && placeholder !== undefined ? [placeholder] : [];
}

/** HTML elements and character references, bold words and links of Markdown, and `\n` unless it may be part of a path. */
const markup = new RegExp(
  [
    String.raw`<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>`,
    String.raw`&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});`,
    String.raw`(\*\*|__)(?=\S)[^*_\n]+\1`,
    String.raw`\[[^[\]\n]+\]\([^()\s]+\)`,
    String.raw`(?<!(?:\b[a-z]:|\\\\)\S*)(?:\\r)?\\n`,
  ].join("|"),
  "i",
);

/** The first probable markup in a text; undefined if there is none. Visitors would read it as typed. */
export function findMarkup(text: string): string | undefined {
  return markup.exec(text)?.[0];
}

/** Warns of markup in changed texts. With `command`, the fix is for a shell; without it, for a document. */
export function warnOfMarkup({ changes }: { changes: Change[] }, command?: string): string[] {
  return changes.flatMap(({ field, translation, after }) => {
    const isText = (textNames as string[]).includes(field);
    const found = isText && findMarkup(String(after ?? ""));
    if (!found) return [];
    const name = translation === undefined ? field : `translations.${translation}.${field}`;
    const lineBreak = command === undefined ? "a line feed" : "in $'One,\\ntwo'";
    const wayOut = field === "message" ? `, and a line break as ${lineBreak}` : "";
    return [`Visitors will see ${quoted(found)} in "${name}" as typed: write plain text${wayOut}.`];
  });
}

const quoted = (text: string): string => `"${shorten(escapeUnits(text, /[^ -~]/g), 80)}"`;

/** Who sees the notice, by what answers at the app's public address. Other answers say nothing. */
export const whoSees = {
  answers: "Visitors see it when your app is away.",
  notice: "Visitors are seeing the notice now.",
};

/** After this many silent seconds a node may be gone: it has missed three reports. */
export const maxSilentSeconds = 15;

/** After this many silent seconds no change waits for a node. */
export const maxMissedSeconds = 60;

interface Reported {
  /** The revision that it shows; 0 for none. */
  number: number;
  silentSeconds: number;
}

/** Describes a node that is not known to show revision `number`: `may still show revision 7 (silent for 1 min)`. */
export function describeOther({ number: shown, silentSeconds }: Reported, number: number): string {
  if (shown > number) return `has revision ${shown}`;
  if (shown === number) return "has another text with the same number";
  const since = silentSeconds >= maxSilentSeconds ? ` (silent for ${silenceInWords(silentSeconds)})` : "";
  return shown === 0 ? `has not shown a revision yet${since}` : `may still show revision ${shown}${since}`;
}

export function silenceInWords(seconds: number): string {
  return seconds < 60 ? `${Math.round(seconds)} seconds` : durationInWords(seconds * 1000);
}
