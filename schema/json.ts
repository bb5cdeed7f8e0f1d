import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { NoticeError } from "./errors.ts";

/** The largest document that is read, in bytes: more than twice what the longest notice needs. */
export const maxDocumentBytes = 64 * 1024;

/**
 * Reads a JSON text strictly: UTF-8 without a byte order mark, no duplicate names, at most 64 KiB.
 * @throws NoticeError JSON_INVALID with line and column
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length > maxDocumentBytes) {
    throw invalid(`it has more than ${maxDocumentBytes} bytes; a notice is much shorter`);
  }
  const text = decode(bytes);
  if (text.trim() === "") throw invalid("it is empty; `npx notice show --json` prints one to start from");
  const fault = findFault(text);
  if (fault) throw invalid(fault);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // What the engine refuses is refused, also where the other parser finds nothing wrong.
    throw invalid((cause as Error).message, cause);
  }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw invalid("it begins with a byte order mark; save it as UTF-8 without one");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid("it is not UTF-8; save it in that encoding", cause);
  }
}

/** The first fault with its place, in words; it also finds names that stand twice, which the engine takes. */
function findFault(text: string): string | undefined {
  const faults: string[] = [];
  const names: Set<string>[] = [];
  const at = (line: number, column: number, what: string) =>
    void faults.push(`line ${line + 1}, column ${column + 1}: ${what}`);
  try {
    visit(
      text,
      {
        onObjectBegin: () => void names.push(new Set()),
        onObjectEnd: () => void names.pop(),
        onObjectProperty(name, _offset, _length, line, column) {
          if (names.at(-1)?.has(name))
            at(line, column, `${JSON.stringify(name)} is there twice; keep one of them`);
          names.at(-1)?.add(name);
        },
        onError: (code, offset, _length, line, column) => at(line, column, inWords(code, text.slice(offset))),
      },
      { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
    );
  } catch (error) {
    if (error instanceof RangeError) return "it is nested too deeply; a notice is one flat object";
    throw error;
  }
  return faults[0];
}

/** Faults that are told best without what stands there, by the parser's name for them. */
const words: Record<string, string> = {
  InvalidCharacter: "a raw control character in this string; write it as an escape such as \\n or \\t",
  InvalidEscapeCharacter: "a wrong escape in this string",
  InvalidUnicode: "a wrong escape in this string",
  UnexpectedEndOfString: "this string has no end",
  UnexpectedEndOfNumber: "this number has no end",
  InvalidCommentToken: "a comment, which JSON does not have",
};
const missing: Record<string, string> = {
  CommaExpected: ", a comma is missing",
  ColonExpected: ", a colon is missing",
};

function inWords(code: ParseErrorCode, rest: string): string {
  const name = printParseErrorCode(code);
  const found = rest.codePointAt(0);
  if (words[name]) return words[name];
  if (found === undefined) return "it ends too early";
  return `unexpected ${JSON.stringify(String.fromCodePoint(found))}${missing[name] ?? ""}`;
}

function invalid(reason: string, cause?: unknown): NoticeError {
  return new NoticeError("JSON_INVALID", { reason }, { cause });
}
