import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { ReceivedReply } from "../harness/replies.ts";

/** The text of a brotli reply. */
export function decodedBody({ body }: ReceivedReply): string {
  return brotliDecompressSync(body).toString();
}

/** A page without its JavaScript. */
export function withoutScript(reply: ReceivedReply): ReceivedReply {
  const text = decodedBody(reply).replace(/<script [^>]*src=[^>]*><\/script>/g, "");
  const body = brotliCompressSync(text);
  const isLength = (index: number) => reply.headers[index - 1]?.toLowerCase() === "content-length";
  const headers = reply.headers.map((part, index) => (isLength(index) ? String(body.length) : part));
  return { ...reply, headers, body };
}
