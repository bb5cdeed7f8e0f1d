import { createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness/free-port.ts";

/** What an ill app does with every request. */
const illnesses: Record<string, RequestListener> = {
  hangs: (request) => request.resume(),
  "replies 500": (_request, response) => response.writeHead(500).end("its own words"),
  "replies 502": (_request, response) => response.writeHead(502).end("its own words"),
  "replies 503": (_request, response) => response.writeHead(503).end("its own words"),
  // Longer altogether than any proxy here waits for a single byte.
  "is slow": (_request, response) => {
    const words = ["its ", "own ", "words"];
    response.writeHead(200).flushHeaders();
    const timer = setInterval(() => {
      response.write(words.shift());
      if (words.length > 0) return;
      clearInterval(timer);
      response.end();
    }, 700);
  },
  "sends half a reply": (_request, response) => {
    response.writeHead(200, { "Content-Length": 13 }).write("its ");
    setTimeout(() => response.destroy(), 100);
  },
  dies(this: Server, request, response) {
    // By this path a proxy is asked whether it is there.
    if (request.url === "/") response.end();
    else {
      this.close();
      this.closeAllConnections();
    }
  },
};

/** Asks over a connection of its own, and says what comes: the notice, or what it is of whom. */
export function askOnce(url: string, method: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk) => (body += chunk));
      response.on("error", () => resolve("half of it, cut off"));
      response.on("end", () => resolve(nameOf(response, body)));
    });
    sent.on("error", reject).end(method === "POST" ? "x" : undefined);
  });
}

function nameOf({ statusCode, headers }: IncomingMessage, body: string): string {
  if (headers["maintenance-notice"] !== undefined) return "the notice";
  if (body !== "its own words") return `${statusCode} of the proxy's`;
  return statusCode === 200 ? "its reply" : `its ${statusCode}`;
}

/** Starts an app that is ill in one way, until the test ends; gives its port. */
export async function startIllApp(illness: string): Promise<number> {
  if (illness === "refuses") return freePort();
  if (illness === "takes no connection") return startBlackHole();
  const reply = illnesses[illness];
  if (!reply) throw new Error(`No app ${illness}.`);
  const app = createServer(reply);
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    app.closeAllConnections();
    app.close();
  });
  return (app.address() as AddressInfo).port;
}

/** A port where connections are neither taken nor refused: its queue is full, and nobody takes from it. */
async function startBlackHole(): Promise<number> {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  const waiting: Socket[] = Array.from({ length: 2 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
  await Promise.all(waiting.map((socket) => new Promise<void>((resolve) => socket.once("connect", resolve))));
  return port;
}
