import { type Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** A reply as received, without the headers that each server sets for itself. */
export interface ReceivedReply {
  status: number;
  /** Names and values, alternating. */
  headers: string[];
  body: Buffer;
}

/** The headers that a typical browser sends. */
export const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.9",
};

/** How long after its first request a page has been compressed as far as it gets, in ms. */
export const settled = 1500;

const hopByHop = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Sends one request and returns the reply, its body still encoded. */
export async function ask(
  url: string,
  headers: Record<string, string>,
  agent?: Agent,
): Promise<{ message: IncomingMessage; body: Buffer }> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, agent }, resolve).on("error", reject).end();
  });
  return { message, body: await buffer(message) };
}

/** The reply that stays: at first, the product sends a page that is quick to compress. */
export async function askSettled(url: string, headers: Record<string, string>): Promise<ReceivedReply> {
  await ask(url, headers);
  await sleep(settled);
  return receive(url, headers);
}

/** Sends one request and returns the reply without what each server sets for itself. */
export async function receive(url: string, headers: Record<string, string>): Promise<ReceivedReply> {
  const { message, body } = await ask(url, headers);
  const { statusCode = 0, rawHeaders } = message;
  const isKept = (index: number) => !hopByHop.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? "");
  return { status: statusCode, headers: rawHeaders.filter((_part, index) => isKept(index)), body };
}

/** The value of a header; empty if there is none. */
export function headerOf({ headers }: ReceivedReply, wanted: string): string {
  return (
    headers.find((_value, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === wanted) ?? ""
  );
}

/** The headers that no web server sends by itself, by name. */
export function headersToAdd({ headers }: ReceivedReply): [string, string][] {
  const own = ["content-type", "content-length", "server"];
  return headers.flatMap((name, index): [string, string][] =>
    index % 2 === 0 && !own.includes(name.toLowerCase()) ? [[name, headers[index + 1] ?? ""]] : [],
  );
}
