import { sha256 } from "../../schema/notice/sum.ts";

const sumLength = 16;

/** Begins a text with a line of who wrote it, and of the sum of what follows, by which a change of somebody else's is seen. */
export function sign(text: string, writer: string): string {
  return `${writer}${sha256(text).slice(0, sumLength)}\n${text}`;
}

/** Who signed a text; undefined if nobody did, or if it has been changed since. */
export function writerOf(signed: string): string | undefined {
  const [first = "", ...rest] = signed.split("\n");
  const writer = first.slice(0, -sumLength);
  return signed === sign(rest.join("\n"), writer) ? writer : undefined;
}
