import type { Change } from "../notice/difference.ts";
import { textNames } from "../notice/texts.ts";
import { escapeUnits } from "../text/printable.ts";
import { shorten } from "../text/shorten.ts";

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
