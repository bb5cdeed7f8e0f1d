import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { StoredAnswer } from "../harness/answers.ts";

/** The text of an answer in brotli. */
export function decode({ body }: StoredAnswer): string {
  return brotliDecompressSync(body).toString();
}

/** The same page with no JavaScript. */
export function withoutScript(answer: StoredAnswer): StoredAnswer {
  const text = decode(answer).replace(/<script [^>]*src=[^>]*><\/script>/g, "");
  const body = brotliCompressSync(text);
  const isLength = (index: number) => answer.headers[index - 1]?.toLowerCase() === "content-length";
  const headers = answer.headers.map((part, index) => (isLength(index) ? String(body.length) : part));
  return { ...answer, headers, body };
}
