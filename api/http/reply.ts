import type { ServerResponse } from "node:http";
import { type KeptHead, writeKeptHead } from "./kept-head.ts";

/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = string[];

/** A reply, however it is sent. */
export interface Reply {
  status: number;
  headers: RawHeaders;
  body: Buffer;
  /** Kept with the headers where they are the same for everybody but for the value of the last one. */
  keptHead?: KeptHead | undefined;
}

export const noBody = Buffer.alloc(0);

/** The names and values of a record, alternating: numbers are turned into text here, and not for each reply. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** Sends a reply; for HEAD, without its body. */
export function send(response: ServerResponse, { status, headers, body, keptHead }: Reply): void {
  if (keptHead) writeKeptHead(keptHead, response, status, headers);
  else response.writeHead(status, headers);
  if (body.length > 0) response.end(body);
  else response.end();
}
