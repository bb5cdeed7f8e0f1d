import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Visit } from "../../../support/network/visitors.ts";

/** A request that a visitor sends. */
export interface Visited {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** How many bytes are sent, and how. */
  bytes?: number;
  way?: Visit["way"] | "stopped at an early reply";
  /** Whether its connection may serve others before and after. */
  isKept?: boolean;
  id?: string;
}

/** How long a visitor waits, in ms. */
const visitorTimeoutMs = 120_000;
const megabyte = 1024 * 1024;
const upload = Buffer.alloc(3 * megabyte, "x");
/** The connections that are kept, of all who come to an address. */
const agents = new Map<string, Agent>();

/** The ids of what was sent once more. */
export const resent = new Set<string>();

let count = 0;
/** A name that no other request has. */
export const newId = (): string => `visitor-${count++}`;

/**
 * Asks as a visitor; gives "app", "app's STATUS", "notice", "notice, unsaved" (it says that nothing was received), or in
 * words what came instead. As browsers do, it sends once more what a kept connection has closed on without a reply.
 */
export async function visit(url: string, visited: Visited): Promise<string> {
  const asked = { id: newId(), ...visited };
  const first = await visitOnce(url, asked);
  if (first !== "closed without a reply") return first;
  resent.add(asked.id);
  return visitOnce(url, { ...asked, isKept: false });
}

function visitOnce(url: string, asked: Visited & { id: string }): Promise<string> {
  const { method = "GET", path = "/", bytes = 0, way = "with its length", isKept = false, id } = asked;
  const agent = isKept ? (agents.get(url) ?? new Agent({ keepAlive: true })) : false;
  if (agent) agents.set(url, agent);
  const isReading = method === "GET" || method === "HEAD";
  const headers = {
    ...(way === "in chunks" ? { "Transfer-Encoding": "chunked" } : !isReading && { "Content-Length": bytes }),
    ...(way === "when told to continue" && { Expect: "100-continue" }),
    ...{
      "X-Id": id,
      Origin: `https://${id}.example`,
      Accept: isReading ? "text/html, */*" : "application/json",
    },
    ...asked.headers,
  };
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method, headers, agent });
  const outcome = new Promise<string>((resolve) => {
    sent.setTimeout(visitorTimeoutMs, () => sent.destroy(new Error("no reply")));
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
  void sendBody(sent, upload.subarray(0, bytes), way);
  return outcome;
}

async function sendBody(sent: ClientRequest, body: Buffer, way: Visited["way"]): Promise<void> {
  if (way === "when told to continue") sent.once("continue", () => sent.end(body)).flushHeaders();
  else if (way === "stopped at an early reply") {
    let isAnswered = false;
    sent.on("response", () => (isAnswered = true));
    for (let from = 0; from < body.length && !isAnswered && !sent.destroyed; from += body.length / 8)
      await new Promise((resolve) => sent.write(body.subarray(from, from + body.length / 8), resolve));
    if (!isAnswered) sent.end();
  } else sent.end(body);
}

function nameOf(
  reply: IncomingMessage,
  body: string,
  asked: { method: string; bytes: number; id: string },
): string {
  const { statusCode = 0, headers } = reply;
  const { method, bytes, id } = asked;
  const isHead = method === "HEAD";
  if (headers["x-app"] !== undefined) {
    if (headers["x-app"] !== id) return "another visitor's reply";
    if (statusCode !== 200) return `app's ${statusCode}`;
    const isWhole = isHead || body.includes("<title>The app") || body.includes(`"bytes":${bytes},`);
    return isWhole || body.startsWith("data:") ? "app" : `app's, of ${body}`;
  }
  const isPage =
    statusCode === 503 && /<title>(?:Under )?Maintenance<\/title>.*back (?:soon|shortly)/.test(body);
  if (headers["maintenance-notice"] === undefined && isPage) return "the proxy's page";
  if (headers["maintenance-notice"] === undefined)
    return statusCode === 200 && body.includes("Maintenance-Notice")
      ? "Backsoon's script"
      : `${statusCode} of the proxy's`;
  if (headers["access-control-allow-origin"] !== `https://${id}.example`) return "another visitor's notice";
  if (statusCode !== 503) return `notice's ${statusCode}`;
  if (!isHead && !/(?:<\/html>|\})\s*$/.test(body)) return "half a notice";
  return body.includes('"unsaved":true') ? "notice, unsaved" : "notice";
}

/** Opens a websocket; gives it, or in words what came instead. */
export function openWebsocket(url: string, headers: Record<string, string> = {}): Promise<Duplex | string> {
  const id = newId();
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
  const key = { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" };
  return new Promise((resolve) => {
    const sent = request(url, {
      headers: { ...upgrade, ...key, "X-Id": id, Origin: `https://${id}.example`, ...headers },
      agent: false,
    });
    sent.on("error", ({ message }) => resolve(message));
    sent.on("response", async (reply) =>
      resolve(nameOf(reply, await text(reply), { method: "GET", bytes: 0, id })),
    );
    sent.on("upgrade", (_, socket) => resolve(socket.on("error", () => {})));
    sent.end();
  });
}

/** Sends something over a websocket; gives "app" when it comes back, or "a websocket that was cut". */
export function say(socket: Duplex | string, said = "hello"): Promise<string> {
  if (typeof socket === "string") return Promise.resolve(socket);
  return new Promise((resolve) => {
    let heard = "";
    const end = (outcome: string) => {
      socket.off("data", hear).off("close", cut).off("end", cut);
      resolve(outcome);
    };
    const cut = () => end("a websocket that was cut");
    const hear = (chunk: Buffer) => {
      heard += chunk;
      if (heard.length >= said.length) end(heard === said ? "app" : heard);
    };
    if (socket.destroyed || socket.readableEnded) return cut();
    socket.on("data", hear).on("close", cut).on("end", cut).write(said);
  });
}

/** Quick visitors, who come whether or not those before them have had their reply. */
export interface Crowd {
  /** Resolves when so many more have had their reply. */
  goesOn(replies?: number): Promise<void>;
  /** Resolves when everybody has had a reply and nobody comes any more. */
  leaves(): Promise<void>;
}

const perSecond = 200;
/** How long the crowd comes at most, in ms, and how often. */
const crowdTimeoutMs = 60_000;
const everyMs = 20;
/** How many of them wait at most: an nginx by itself has 512 connections for each core, and two for each visitor. */
const maxWaiting = 200;

const quick: Visited[] = [
  { isKept: true },
  { method: "POST", bytes: 1024, isKept: true },
  {},
  { isKept: true, method: "HEAD" },
  { isKept: true, path: "/assets/logo.svg" },
  { method: "PUT", bytes: 100 },
];

/** Sends two hundred visitors a second to an address; what `begin` gives for each as they ask is told what they got. */
export function startCrowd(url: string, begin: () => (outcome: string, id: string) => void): Crowd {
  const begun = performance.now();
  const waiting = new Set<Promise<void>>();
  let isComing = true;
  let sent = 0;
  let replied = 0;
  const come = (): void => {
    const id = newId();
    const tell = begin();
    const visiting = visit(url, { id, ...quick[sent++ % quick.length] }).then((outcome) => {
      replied += 1;
      waiting.delete(visiting);
      tell(outcome, id);
    });
    waiting.add(visiting);
  };
  const coming = (async () => {
    while (isComing && performance.now() - begun < crowdTimeoutMs) {
      // After a pause of the whole machine they do not come all at once.
      const due = Math.min(
        ((performance.now() - begun) * perSecond) / 1000 - sent,
        (2 * perSecond * everyMs) / 1000,
      );
      for (let each = 0; each < due && waiting.size < maxWaiting; each += 1) come();
      await sleep(everyMs);
    }
  })();
  return {
    async goesOn(replies = perSecond) {
      const enough = replied + replies;
      while (replied < enough) {
        if (performance.now() - begun > crowdTimeoutMs) throw new Error(`${replied} of ${sent} had a reply`);
        await sleep(everyMs);
      }
    },
    async leaves() {
      isComing = false;
      await coming;
      await Promise.all(waiting);
    },
  };
}
