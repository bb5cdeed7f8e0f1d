import { NoticeError } from "../errors/notice-error.ts";
import { invalidAfter, refuseFaults } from "./json-fault.ts";

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
