import type { ServerResponse } from "node:http";
import { type Head, type RawHeaders, writeHead } from "./kept-head.ts";

/** A reply, however it is sent. */
export interface Reply {
  head: Head;
  /** The value of the header that varies; absent where the head has none. */
  varyingValue?: string;
  body: Buffer;
}

export const noBody = Buffer.alloc(0);

/** The names and values of a record, alternating: numbers are turned into text here, and not for each reply. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** Sends a reply; for HEAD, without its body. */
export function send(response: ServerResponse, { head, varyingValue, body }: Reply): void {
  writeHead(response, head, varyingValue);
  if (body.length > 0) response.end(body);
  else response.end();
}
