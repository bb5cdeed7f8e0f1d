import { sha256 } from "../../schema/notice/sum.ts";

const sumLength = 16;

/** Puts a first line before a text: its writer, and the text's hash, which shows later changes. */
export function sign(text: string, writer: string): string {
  return `${writer}${sha256(text).slice(0, sumLength)}\n${text}`;
}

/** The writer of a signed text; undefined if it is not signed, or was changed since. */
export function writerOf(signed: string): string | undefined {
  const [first = "", ...rest] = signed.split("\n");
  const writer = first.slice(0, -sumLength);
  return signed === sign(rest.join("\n"), writer) ? writer : undefined;
}
