import { type DocumentNode, evaluate, parse, tokenize } from "@humanwhocodes/momoa";
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
  const document = parseTree(text);
  refuseDuplicates(document);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Momoa lets raw control characters in strings pass, the engine does not.
    throw invalid(`${rawControl(text)}; write it as an escape such as \\n or \\t`, cause);
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

function parseTree(text: string): DocumentNode {
  if (text.trim() === "") throw invalid("it is empty; `npx notice show --json` prints one to start from");
  try {
    return parse(text, { mode: "json" });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw invalid("it is nested too deeply; a notice is one flat object", cause);
    throw invalid(whereIn(text, cause as Error & { line?: number; column?: number }), cause);
  }
}

function whereIn(
  text: string,
  { line, column, message }: Error & { line?: number; column?: number },
): string {
  if (line === undefined || column === undefined) return message;
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  // Momoa says where the last thing began that had no end; what is missing is missing at the end.
  if (/end of input/.test(message))
    return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: it ends too early`;
  const found = lines[line - 1]?.slice(column - 1).codePointAt(0);
  return `line ${line}, column ${column}: unexpected ${JSON.stringify(found === undefined ? "end" : String.fromCodePoint(found))}`;
}

function refuseDuplicates({ body }: DocumentNode): void {
  if (body.type !== "Object") return;
  const seen = new Set<unknown>();
  for (const { name } of body.members) {
    const key = evaluate(name);
    if (seen.has(key)) {
      const { line, column } = name.loc.start;
      throw invalid(
        `line ${line}, column ${column}: ${JSON.stringify(key)} is there twice; keep one of them`,
      );
    }
    seen.add(key);
  }
}

function rawControl(text: string): string {
  for (const { type, loc } of tokenize(text, { mode: "json" })) {
    const at =
      type === "String" ? text.slice(loc.start.offset, loc.end.offset).search(/[\u0000-\u001f]/) : -1;
    if (at >= 0)
      return `line ${loc.start.line}, column ${loc.start.column + at}: a raw control character in a string`;
  }
  return "a raw control character in a string";
}

function invalid(reason: string, cause?: unknown): NoticeError {
  return new NoticeError("JSON_INVALID", { reason }, { cause });
}
