import { type Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** A reply as received, without the headers that each server sets for itself. */
export interface ReceivedReply {
  status: number;
  headers: [name: string, value: string][];
  /** Still encoded. */
  body: Buffer;
}

/** The headers that a typical browser sends. */
export const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.9",
};

/** How long the product takes to compress a page fully after its first request, in ms. */
const settledMs = 1500;

const hopByHop = ["date", "connection", "keep-alive", "transfer-encoding"];

/** Sends one request and returns the reply. */
export async function ask(
  url: string,
  headers: Record<string, string>,
  agent?: Agent,
): Promise<ReceivedReply> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, agent }, resolve).on("error", reject).end();
  });
  const { statusCode = 0, rawHeaders } = message;
  const pairs = rawHeaders.flatMap((name, index): ReceivedReply["headers"] =>
    index % 2 === 0 && !hopByHop.includes(name.toLowerCase()) ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  return { status: statusCode, headers: pairs, body: await buffer(message) };
}

/** The settled reply. At first, the product sends a page that is quick to compress. */
export async function askSettled(url: string, headers: Record<string, string>): Promise<ReceivedReply> {
  await ask(url, headers);
  await sleep(settledMs);
  return ask(url, headers);
}

/** The value of a header; empty if there is none. */
export function headerOf({ headers }: ReceivedReply, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
