import { createRequire } from "node:module";
import { NoticeError } from "../errors/notice-error.ts";
import { escapeUnits, shorten } from "../text/text.ts";

/** The largest document that is read, in bytes: more than the longest notice needs in every language of the page. */
export const maxDocumentBytes = 512 * 1024;

/**
 * Reads a JSON text strictly: UTF-8 without a byte order mark, no duplicate names, at most 512 KiB and 500 levels deep.
 * @throws NoticeError JSON_INVALID with line and column, which count from 1, columns in characters (code points)
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (/^[ \t\n\r]*$/.test(text))
    throw invalidAfter("", "it is empty; the command `show --json` prints one to start from");
  refuseFaults(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // We know of no text that only `JSON.parse` refuses.
    throw new NoticeError("JSON_INVALID", { reason: (cause as Error).message }, { cause });
  }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw invalidAfter("", "it begins with a byte order mark; save it as UTF-8 without one");
  const head = bytes.subarray(0, maxDocumentBytes);
  const isTooLarge = bytes.length > head.length;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(head, { stream: isTooLarge });
  } catch (cause) {
    // The decoder does not say where it failed.
    const [beginning = ""] = new TextDecoder().decode(head).split("\ufffd", 1);
    throw invalidAfter(beginning, "it is not UTF-8; save it as UTF-8", cause);
  }
  if (isTooLarge)
    throw invalidAfter(
      text,
      `it is larger than ${maxDocumentBytes} bytes (512 KiB); the longest notice is shorter`,
    );
  return text;
}

/** Loaded on first use, because most commands read no document. */
const loadParser = (): typeof import("jsonc-parser") => createRequire(import.meta.url)("jsonc-parser");

/** How deeply lists and objects may be nested. The parser itself stops only when its stack is full. */
const maxDepth = 500;

/**
 * Throws at the first fault in a text. Duplicate names are faults, although `JSON.parse` accepts them.
 * @throws NoticeError JSON_INVALID
 */
function refuseFaults(text: string): void {
  const { printParseErrorCode, visit } = loadParser();
  const names: Set<string>[] = [];
  const refuse = (offset: number, reason: string): never => {
    throw invalidAfter(text.slice(0, offset), reason);
  };
  const enter = (offset: number): void => {
    if (names.push(new Set()) > maxDepth)
      refuse(offset, "it is nested too deeply; a notice has three levels");
  };
  visit(
    text,
    {
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: () => void names.pop(),
      onArrayEnd: () => void names.pop(),
      onObjectProperty(name, offset) {
        if (names.at(-1)?.has(name)) refuse(offset, `${show(name)} appears twice; keep one of them`);
        names.at(-1)?.add(name);
      },
      onError: (code, offset) => refuse(...findFault(printParseErrorCode(code), text, offset)),
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  );
}

/** The place of the fault in the token at `offset`, and its words. `name` is what the parser calls it. */
function findFault(name: string, text: string, offset: number): [number, string] {
  switch (name) {
    case "InvalidCharacter":
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
    case "UnexpectedEndOfString":
      return findFaultInString(text, offset);
    case "UnexpectedEndOfNumber":
      return [offset, "this number is incomplete"];
    case "InvalidCommentToken":
      return [offset, "a comment, which JSON does not allow"];
  }
  const found = text.codePointAt(offset);
  if (found === undefined) return [offset, "it ends too early"];
  const missing =
    { CommaExpected: ", a comma is missing", ColonExpected: ", a colon is missing" }[name] ?? "";
  return [offset, `unexpected ${show(String.fromCodePoint(found))}${missing}`];
}

/** The parser reports the string and its last fault; this finds the first one. */
function findFaultInString(text: string, offset: number): [number, string] {
  const good = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y;
  good.lastIndex = offset;
  const place = offset + (good.exec(text)?.[0].length ?? 0);
  switch (text[place]) {
    case undefined:
      return [offset, "this string is not closed"];
    case "\n":
    case "\r":
      return [offset, "this string is not closed on its line; write a line break as \\n"];
    case "\\":
      return [place, "an invalid escape in this string"];
    default:
      return [place, "a raw control character in this string; write it as an escape such as \\n or \\t"];
  }
}

function show(text: string): string {
  return shorten(escapeUnits(JSON.stringify(text), /[^ \p{L}\p{N}\p{P}\p{S}]/gu), 80);
}

/** An error at the end of `before`, with its line and column. */
function invalidAfter(before: string, reason: string, cause?: unknown): NoticeError {
  const lines = before.split(/\r\n|\r|\n/);
  const place = `line ${lines.length}, column ${[...(lines.at(-1) ?? "")].length + 1}`;
  return new NoticeError("JSON_INVALID", { reason: `${place}: ${reason}` }, { cause });
}
