import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, vi } from "vitest";
import { patient } from "../patient.ts";
import { forPage } from "./http.ts";

/** How long a visitor waits for an answer, in ms. */
const visitorTimeoutMs = 60_000;
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** A request that visitors send: its method, and how its body comes. */
export interface Visit {
  method: string;
  bytes: number;
  way: "with its length" | "in chunks" | "when told to continue" | "as the last of its connection";
}

const ways: Visit["way"][] = [
  "with its length",
  "in chunks",
  "when told to continue",
  "as the last of its connection",
];

/** Every method with every body that it may have. */
export const visits: Visit[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].flatMap(
  (method) => {
    const empty: Visit = { method, bytes: 0, way: "with its length" };
    if (method === "GET" || method === "HEAD") return [empty];
    const bodies = [kilobyte, megabyte, 3 * megabyte];
    return [empty, ...bodies.flatMap((bytes) => ways.map((way) => ({ method, bytes, way })))];
  },
);

const largestBody = Buffer.alloc(3 * megabyte, "x");

/**
 * Sends a request over a connection of its own; gives "notice", or what came instead, in words. A whole notice ends with
 * `end`.
 */
export function visit(
  url: string,
  { method, bytes, way }: Visit,
  end: string | undefined = "</html>",
): Promise<string> {
  const body = largestBody.subarray(0, bytes);
  const headers = {
    ...forPage,
    ...(way === "in chunks" ? { "Transfer-Encoding": "chunked" } : { "Content-Length": bytes }),
    ...(way === "when told to continue" && { Expect: "100-continue" }),
  };
  // Browsers keep their connections, and never ask whether to continue.
  const isKept = way === "with its length" || way === "in chunks";
  const agent = isKept ? new Agent({ keepAlive: true }) : false;
  const sent = request(url, { method, headers, agent });
  const outcome = new Promise<string>((resolve) => {
    sent.setTimeout(visitorTimeoutMs, () =>
      sent.destroy(new Error(`nothing for ${visitorTimeoutMs / 1000} s`)),
    );
    sent.on("error", ({ message }) => resolve(message));
    sent.on("response", (message) =>
      judge(message, method, end).then(resolve, () => resolve("half an answer")),
    );
  });
  sendBody(sent, body, way);
  return outcome.finally(() => sent.destroy());
}

function sendBody(sent: ClientRequest, body: Buffer, way: Visit["way"]): void {
  if (way !== "when told to continue") sent.end(body);
  // Who gets the answer at once does not send the body.
  else sent.on("continue", () => sent.end(body)).flushHeaders();
}

async function judge(message: IncomingMessage, method: string, end: string): Promise<string> {
  const body = await text(message);
  const isWhole = method === "HEAD" ? body === "" : body.endsWith(end);
  const isNotice = message.statusCode === 503 && message.headers["maintenance-notice"] !== undefined;
  return isNotice && isWhole ? "notice" : `${message.statusCode} ${body.slice(0, 80)}`;
}

/** What came of a visit, and, if that was not the notice, of which. */
export function nameOf({ method, bytes, way }: Visit, outcome: string): string {
  return outcome === "notice" ? outcome : `${method} ${bytes} ${way}: ${outcome}`;
}

/** Visitors who come one after another in several lanes. */
export interface Crowd {
  /** Resolves when some hundred more have got what they get. */
  goesOn(): Promise<void>;
  /** Resolves when those who are there have got it and nobody comes any more, with how many got what. */
  leaves(): Promise<Record<string, number>>;
}

/** Sends a crowd to an address, each of whom does what the one before did not, until it is told to leave. */
export function startCrowd(url: string, lanes: number): Crowd {
  const got: Record<string, number> = {};
  let isComing = true;
  let count = 0;
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (isComing) {
      // The step has no divisor in common with their number, so that each has its turn and no two alike follow.
      const next = visits[(count++ * 11) % visits.length];
      if (!next) return;
      const name = nameOf(next, await visit(url, next));
      got[name] = (got[name] ?? 0) + 1;
      answered += 1;
      await setImmediate();
    }
  };
  const gone = Promise.all(Array.from({ length: lanes }, lane));
  return {
    goesOn: () => {
      const enough = answered + 200;
      return vi.waitFor(() => expect(answered).toBeGreaterThan(enough), patient);
    },
    leaves: async () => {
      isComing = false;
      await gone;
      return got;
    },
  };
}
