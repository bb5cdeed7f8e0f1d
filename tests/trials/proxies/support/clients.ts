import { randomBytes } from "node:crypto";
import type { ClientRequest, IncomingMessage } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import { Agent, request } from "node:https";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** Who asks once more whenever the reply has come: "app", "notice" or, in words, what came instead. */
export interface Client {
  ask(id: string): Promise<string>;
  leave(): void;
}

const megabyte = 1024 * 1024;
const upload = Buffer.alloc(3 * megabyte, "x");
const form = upload.subarray(0, 1024);
/** In how many pieces those send who listen meanwhile. */
const pieces = 8;
/** How long a client waits for a reply, in ms. */
const patienceMs = 200_000;
/** Nobody trusts the certificate; Caddy finds it by the name. */
const tls = { rejectUnauthorized: false, servername: "localhost" };

/** How much Node may keep of what it sends, in MB: by itself it gives up when a few uploads have been stopped. */
const maxSessionMemory = 1_000;

type MakeClient = (url: string, kind: string) => Client;

/** The clients, each with how many there are of them: two hundred. */
export const crowd: Record<string, [count: number, make: MakeClient]> = {
  "GET on a new connection": [40, overHttp1({ isKept: false })],
  "GET on a kept connection": [40, overHttp1({ isKept: true })],
  "POST on a new connection": [20, overHttp1({ isKept: false, body: form })],
  "POST on a kept connection": [20, overHttp1({ isKept: true, body: form })],
  "upload on a new connection": [10, overHttp1({ isKept: false, body: upload })],
  "upload on a kept connection": [10, overHttp1({ isKept: true, body: upload })],
  "upload that stops at an early reply": [10, overHttp1({ isKept: true, body: upload, stops: true })],
  "GET over HTTP/2": [20, overHttp2()],
  "POST over HTTP/2": [10, overHttp2(form)],
  "upload over HTTP/2": [5, overHttp2(upload)],
  "new websocket": [15, newWebsocket],
};

interface Way {
  isKept: boolean;
  body?: Buffer;
  stops?: boolean;
}

function overHttp1({ isKept, body, stops = false }: Way): MakeClient {
  return (url, kind) => {
    const agent = new Agent({ keepAlive: isKept, maxSockets: 1 });
    return {
      ask: (id) =>
        new Promise((resolve) => {
          const headers = { "X-Id": id, "X-Kind": kind, ...(body && { "Content-Length": body.length }) };
          const sent = request(url, { ...tls, agent, headers, method: body ? "POST" : "GET" });
          sent.setTimeout(patienceMs, () => sent.destroy(new Error("no reply")));
          sent.on("error", ({ message }) => resolve(message));
          sent.on("response", (message) =>
            read(message, body?.length ?? 0, id)
              .then(resolve, () => resolve("half a reply"))
              .finally(() => !sent.writableFinished && sent.destroy()),
          );
          if (body && stops) void sendUntilReply(sent, body);
          else sent.end(body);
        }),
      leave: () => agent.destroy(),
    };
  };
}

/** Sends a body piece by piece as the other side takes it, and no further once a reply has come. */
async function sendUntilReply(sent: ClientRequest, body: Buffer): Promise<void> {
  const size = body.length / pieces;
  let isAnswered = false;
  sent.on("response", () => (isAnswered = true));
  for (let from = 0; from < body.length; from += size) {
    if (isAnswered || sent.destroyed) return;
    await new Promise<unknown>((resolve) => sent.write(body.subarray(from, from + size), resolve));
  }
  sent.end();
}

function read(message: IncomingMessage, bytes: number, id: string): Promise<string> {
  const { statusCode = 0, headers } = message;
  return text(message).then((body) => judge({ status: statusCode, headers, body, bytes, id }));
}

interface Judged {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  bytes: number;
  id: string;
}

function judge({ status, headers, body, bytes, id }: Judged): string {
  if (status === 200 && body === JSON.stringify({ id, bytes })) return "app";
  const isNotice =
    status === 503 && headers["maintenance-notice"] !== undefined && body.endsWith("</html>\n");
  if (isNotice) return "notice";
  const marked = headers["maintenance-notice"] === undefined ? "unmarked" : "marked";
  return `${status}, ${marked}, ${body.length} of ${headers["content-length"]}: ${body.slice(0, 40)} … ${body.slice(-40)}`;
}

function overHttp2(body?: Buffer): MakeClient {
  return (url, kind) => {
    let session: ClientHttp2Session | undefined;
    const connected = (): ClientHttp2Session => {
      // A server that closes a connection says so before it takes no more requests.
      if (!session || session.closed || session.destroyed)
        session = connect(url, { ...tls, maxSessionMemory }).on("error", () => session?.destroy());
      return session;
    };
    const askOnce = (id: string): Promise<string> =>
      new Promise((resolve) => {
        const method = body ? "POST" : "GET";
        const length = body && { "content-length": body.length };
        const sent = connected().request({ ":method": method, "x-id": id, "x-kind": kind, ...length });
        let reply = "";
        let headers: Record<string, unknown> = {};
        const bytes = body?.length ?? 0;
        sent.setTimeout(patienceMs, () => sent.destroy(new Error("no reply")));
        sent.on("response", (received) => (headers = received)).setEncoding("utf8");
        sent.on("data", (chunk) => (reply += chunk));
        sent.on("end", () =>
          resolve(judge({ status: Number(headers[":status"]), headers, body: reply, bytes, id })),
        );
        sent.on("error", ({ message }) => resolve(message)).on("close", () => resolve("half a reply"));
        sent.end(body);
      });
    return {
      async ask(id) {
        // What a server has refused it has not looked at, and every browser asks again. @see RFC 9113, 8.7
        for (;;) {
          const outcome = await askOnce(id);
          if (!outcome.endsWith("REFUSED_STREAM")) return outcome;
          session?.close();
        }
      },
      leave: () => session?.destroy(),
    };
  };
}

/** Opens a websocket; gives it, or in words what came instead. */
export function openWebsocket(url: string, id: string, kind: string): Promise<Duplex | string> {
  return new Promise((resolve) => {
    const headers = {
      ...{ Connection: "Upgrade", Upgrade: "websocket", "X-Id": id, "X-Kind": kind },
      ...{ "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": randomBytes(16).toString("base64") },
    };
    const sent = request(url, { ...tls, agent: false, headers });
    sent.setTimeout(patienceMs, () => sent.destroy(new Error("no reply")));
    sent.on("error", ({ message }) => resolve(message));
    sent.on("response", (message) => read(message, 0, id).then(resolve, () => resolve("half a reply")));
    sent.on("upgrade", (_, socket) => resolve(socket.on("error", () => {})));
    sent.end();
  });
}

/** Sends something over a websocket and waits until it comes back; gives whether it does. */
export function comesBack(socket: Duplex, said: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = "";
    const hear = (chunk: Buffer): void => {
      heard += chunk;
      if (heard.length >= said.length) end(heard === said);
    };
    const cut = (): void => end(false);
    const end = (isBack: boolean): void => {
      socket.off("data", hear).off("close", cut).off("end", cut);
      resolve(isBack);
    };
    if (socket.destroyed || socket.readableEnded) return resolve(false);
    socket.on("data", hear).on("close", cut).on("end", cut).write(said);
  });
}

function newWebsocket(url: string, kind: string): Client {
  return {
    ask: async (id) => {
      const socket = await openWebsocket(url, id, kind);
      if (typeof socket === "string") return socket;
      for (let turn = 0; turn < 2; turn += 1) {
        if (!(await comesBack(socket, `${id} ${turn}`))) return "a websocket that was cut";
        await sleep(200);
      }
      socket.destroy();
      return "app";
    },
    leave() {},
  };
}
