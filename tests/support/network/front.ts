import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { type CreateServer, listenHere, withoutTls } from "./servers.ts";

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What stands before the service: a load balancer in miniature, whose app can be up, down or ill. */
export interface Front {
  url: string;
  /** What arrived, as `GET /path`, the newest last; without the number of a poll. */
  log: string[];
  /** What it does by itself: asks the service. */
  forward: Handler;
  /** Answers by itself from now on; without a handler everything goes to the service again. */
  answerWith(handler?: Handler): void;
}

/** Sends everything to a service. */
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

/** Starts a front before a service, on a port of its own and without TLS unless told otherwise. */
export async function startFront(
  service: string,
  { port = 0, createServer = withoutTls }: { port?: number; createServer?: CreateServer } = {},
): Promise<Front> {
  const log: string[] = [];
  let handler: Handler | undefined;
  const forward = forwardTo(service);
  const created = await createServer((incoming, response) => {
    log.push(`${incoming.method} ${incoming.url?.replace(/(?<=backsoon-notice)\?\d+$/, "")}`);
    (handler ?? forward)(incoming, response);
  });
  return {
    url: await listenHere(created, port),
    log,
    forward,
    answerWith: (next) => {
      handler = next;
    },
  };
}

/** Whether an open page asks for the notice. */
export const isPoll = ({ url = "" }: IncomingMessage): boolean => /\/backsoon-notice(?:\?|$)/.test(url);

/** An app as apps are: a page for every path but those that it does not know. */
export function healthyApp(incoming: IncomingMessage, response: ServerResponse): void {
  if (isPoll(incoming)) response.writeHead(404).end("Not found");
  else
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(`<title>The app</title><h1>The app at ${incoming.method}</h1>`);
}
