import { type Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** An answer as it came, without what each server says for itself. */
export interface StoredReply {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  body: Buffer;
}

/** What a usual browser asks with. */
export const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.9",
};

/** How long after its first request a page is as small as it gets, in ms. */
export const settled = 1500;

const hopByHop = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Asks once and gives the answer, its body still encoded. */
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

/** The answer that lasts: the product first sends what is quickly compressed. */
export async function askSettled(url: string, headers: Record<string, string>): Promise<StoredReply> {
  await ask(url, headers);
  await sleep(settled);
  const { message, body } = await ask(url, headers);
  const { statusCode = 0, rawHeaders } = message;
  const isKept = (index: number) => !hopByHop.has(rawHeaders[index - (index % 2)]?.toLowerCase() ?? "");
  return { status: statusCode, headers: rawHeaders.filter((_part, index) => isKept(index)), body };
}
