import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { type CreateServer, listenHere, withoutTls } from "./servers.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Front = Awaited<ReturnType<typeof startFront>>;

export const forwardTo =
  (service: string): Handler =>
  (incoming, response) => {
    const { method, url, headers } = incoming;
    const onward = request(`${service}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.writeHead(502).end());
    incoming.pipe(onward);
  };

/** Starts a small load balancer in front of the service, whose app can be up, down or ill. */
export async function startFront(
  service: string,
  { port = 0, createServer = withoutTls }: { port?: number; createServer?: CreateServer } = {},
) {
  /** What arrived, as `GET /path`, without the number of a poll. */
  const log: string[] = [];
  let handler: Handler | undefined;
  /** Asks the service. */
  const forward = forwardTo(service);
  const created = await createServer((incoming, response) => {
    log.push(`${incoming.method} ${incoming.url?.replace(/(?<=backsoon-notice)\?\d+$/, "")}`);
    (handler ?? forward)(incoming, response);
  });
  /** Replies by itself from now on. Without a handler, it forwards to the service again. */
  const answerWith = (next?: Handler): void => {
    handler = next;
  };
  return { url: await listenHere(created, port), log, forward, answerWith };
}

/** Whether an open page polls. */
export const isPoll = ({ url = "" }: IncomingMessage): boolean => /\/backsoon-notice(?:\?|$)/.test(url);

/** An app with a page for every path, which does not know an open page's poll. */
export function healthyApp(incoming: IncomingMessage, response: ServerResponse): void {
  if (isPoll(incoming)) response.writeHead(404).end("Not found");
  else
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(`<title>The app</title><h1>The app at ${incoming.method}</h1>`);
}
