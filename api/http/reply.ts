import type { ServerResponse } from "node:http";

/** Alternating header names and values, which Node writes fastest. */
export type RawHeaders = string[];

/** A reply, however it is sent. */
export interface Reply {
  status: number;
  headers: RawHeaders;
  body: Buffer;
}

export const noBody = Buffer.alloc(0);

/** The names and values of a record, alternating: numbers are turned into text here, and not for each reply. */
export function flat(headers: Record<string, string | number>): RawHeaders {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** Sends a reply; for HEAD, without its body. */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body);
}
