import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { patient } from "../patient.ts";

/** A request that a visitor sends. */
export interface Visited {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** The size of its body, and how the body is sent. */
  bytes?: number;
  way?: "with its length" | "in chunks" | "when told to continue" | "stopped at an early reply";
  /** Whether its connection may serve others before and after. */
  isKept?: boolean;
  id?: string;
}

export const megabyte = 1024 * 1024;
/** The methods that change something at the app. */
export const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Every method with every body that it may have. */
export const visits = ["GET", "HEAD", "OPTIONS", ...changing].flatMap((method) => [
  { method, bytes: 0 },
  ...(["with its length", "in chunks", "when told to continue"] as const)
    .flatMap((way) => [1024, megabyte, 3 * megabyte].map((bytes) => ({ method, bytes, way })))
    .filter(() => method !== "GET" && method !== "HEAD"),
]);

const body = Buffer.alloc(3 * megabyte, "x");
/** The kept connections to each address. */
const agents = new Map<string, Agent>();

/** The ids of the requests that were sent again. */
export const resent = new Set<string>();

let visitors = 0;
export const newId = (): string => `visitor-${visitors++}`;

/**
 * Sends a request. Returns "app", "app's STATUS", "notice", "notice, unsaved" (it says that nothing was received), or in
 * words what came instead. Like a browser, it sends a request again if a kept connection closes without a reply.
 */
export async function visit(url: string, visited: Visited): Promise<string> {
  const asked = { id: newId(), ...visited };
  const first = await visitOnce(url, asked);
  if (first !== "closed without a reply") return first;
  resent.add(asked.id);
  return visitOnce(url, { ...asked, isKept: false });
}

function visitOnce(url: string, asked: Visited & { id: string }): Promise<string> {
  const { method = "GET", path = "/", bytes = 0, way, isKept = false, id } = asked;
  const agent = isKept ? (agents.get(url) ?? new Agent({ keepAlive: true })) : false;
  if (agent) agents.set(url, agent);
  const isReading = method === "GET" || method === "HEAD";
  const headers = {
    ...(way === "in chunks" ? { "Transfer-Encoding": "chunked" } : !isReading && { "Content-Length": bytes }),
    ...(way === "when told to continue" && { Expect: "100-continue" }),
    "X-Id": id,
    Origin: `https://${id}.example`,
    Accept: isReading ? "text/html, */*" : "application/json",
    ...asked.headers,
  };
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method, headers, agent });
  const outcome = new Promise<string>((resolve) => {
    sent.setTimeout(2 * patient.timeout, () => sent.destroy(new Error("no reply")));
    sent.on("error", ({ message }) =>
      resolve(sent.reusedSocket && message !== "no reply" ? "closed without a reply" : message),
    );
    sent.on("response", (reply) =>
      text(reply)
        .then((body) => resolve(nameOf(reply, body, { method, bytes, id })))
        .catch(() => resolve("half a reply"))
        .finally(() => sent.writableFinished || sent.destroy()),
    );
  });
  void sendBody(sent, body.subarray(0, bytes), way);
  return outcome;
}

async function sendBody(sent: ClientRequest, body: Buffer, way: Visited["way"]): Promise<void> {
  if (way === "when told to continue") return sent.once("continue", () => sent.end(body)).flushHeaders();
  if (way !== "stopped at an early reply") return void sent.end(body);
  let hasReply = false;
  sent.on("response", () => (hasReply = true));
  for (let from = 0; from < body.length && !hasReply && !sent.destroyed; from += body.length / 8)
    await new Promise((resolve) => sent.write(body.subarray(from, from + body.length / 8), resolve));
  if (!hasReply) sent.end();
}

/** Names what a reply is, as `visit` returns it. */
export function nameOf(
  reply: IncomingMessage,
  body: string,
  asked: Required<Pick<Visited, "method" | "bytes" | "id">>,
): string {
  const { method, bytes, id } = asked;
  const { statusCode = 0, headers } = reply;
  const isHead = method === "HEAD";
  if (headers["x-app"] !== undefined) {
    if (headers["x-app"] !== id) return "another visitor's reply";
    if (statusCode !== 200) return `app's ${statusCode}`;
    const isWhole = isHead || body.includes("<title>The app") || body.includes(`"bytes":${bytes}}`);
    return isWhole || body.startsWith("data:") ? "app" : `app's, of ${body}`;
  }
  if (headers["maintenance-notice"] === undefined) {
    if (statusCode === 503 && /<title>(?:Under )?Maintenance<\/title>.*back (?:soon|shortly)/.test(body))
      return "the proxy's page";
    if (statusCode === 200 && body.includes("Maintenance-Notice")) return "Backsoon's script";
    return `${statusCode} of the proxy's`;
  }
  if (statusCode !== 503) return `notice's ${statusCode}`;
  if (headers["access-control-allow-origin"] !== `https://${id}.example`) return "another visitor's notice";
  if (!isHead && !/(?:<\/html>|\})\s*$/.test(body)) return "half a notice";
  return body.includes('"unsaved":true') ? "notice, unsaved" : "notice";
}

export type Crowd = ReturnType<typeof startCrowd>;

const perSecond = 200;
const everyMs = 20;
/** An nginx by itself has 512 connections for each core, and uses two for each visitor. */
const maxWaiting = 200;

const quick: Visited[] = [
  { isKept: true },
  { method: "POST", bytes: 1024, isKept: true },
  {},
  { isKept: true, method: "HEAD" },
  { isKept: true, path: "/assets/logo.svg" },
  { method: "PUT", bytes: 100 },
];

/**
 * Sends 200 visitors a second, who do not wait for those before them. `begin` is called as each of them asks, and what it
 * returns when the reply is there.
 */
export function startCrowd(url: string, begin?: () => (outcome: string, id: string) => void) {
  const begun = performance.now();
  const waiting = new Set<Promise<void>>();
  const got: Record<string, number> = {};
  let isComing = true;
  let sent = 0;
  let replied = 0;
  onTestFinished(() => {
    isComing = false;
  });
  const come = (): void => {
    const id = newId();
    const tell = begin?.();
    const visiting = visit(url, { id, ...quick[sent++ % quick.length] }).then((outcome) => {
      replied += 1;
      got[outcome] = (got[outcome] ?? 0) + 1;
      waiting.delete(visiting);
      tell?.(outcome, id);
    });
    waiting.add(visiting);
  };
  const coming = (async () => {
    while (isComing) {
      const due = ((performance.now() - begun) * perSecond) / 1000 - sent;
      // After a pause of the whole machine they do not come all at once.
      const most = Math.min(due, (2 * perSecond * everyMs) / 1000);
      for (let each = 0; each < most && waiting.size < maxWaiting; each += 1) come();
      await sleep(everyMs);
    }
  })();
  return {
    /** Resolves when so many more have had their reply. */
    goesOn(replies = perSecond): Promise<void> {
      const enough = replied + replies;
      return vi.waitFor(() => expect(replied).toBeGreaterThanOrEqual(enough), patient);
    },
    /** Resolves when all have had their reply and nobody comes any more, with how many got what. */
    async leaves(): Promise<Record<string, number>> {
      isComing = false;
      await coming;
      await Promise.all(waiting);
      return got;
    },
  };
}
